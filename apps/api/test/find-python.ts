import { execFileSync } from 'node:child_process'

/** A Python that has `module`; undefined without one, unless `REQUIRE_PYTHON` makes that an error. */
export function findPython(module: string): string | undefined {
  const python = process.env.PYTHON ?? 'python3'
  try {
    execFileSync(python, ['-c', `import ${module}`], { stdio: 'ignore' })
    return python
  } catch {
    if (process.env.REQUIRE_PYTHON) throw new Error(`REQUIRE_PYTHON is set, and ${python} has no ${module}`)
    return undefined
  }
}
