import { execFileSync } from 'node:child_process'
import { failIfRequired } from '@timezone-registry/test-servers/fail-if-required'

/** A Python that has `module`; undefined without one, or an error if `REQUIRE_PYTHON=1`. */
export function findPython(module: string): string | undefined {
  const python = process.env.PYTHON ?? 'python3'
  try {
    execFileSync(python, ['-c', `import ${module}`], { stdio: 'ignore' })
    return python
  } catch {
    failIfRequired('PYTHON', `${python} has no ${module}`)
    return undefined
  }
}
