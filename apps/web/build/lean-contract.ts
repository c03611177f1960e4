import type { Plugin } from 'vite'

type Range = { start: number; end: number }
type Node = Range & { type: string; [key: string]: unknown }

/** Leaves out the descriptions and examples of the contract's schemas: only the OpenAPI document has them. */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/packages/contract/src/') || !code.includes('.meta(')) return undefined
      const ranges = findMetaCalls(this.parse(code) as unknown as Node).toSorted((a, b) => a.start - b.start)
      return ranges.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code)
    },
  }
}

/** Where the code has `.meta({…})`. A call inside the arguments of another one is part of that. */
function findMetaCalls(node: Node): Range[] {
  const { callee, arguments: given } = node as { callee?: Node; arguments?: unknown[] }
  const isMeta = (callee?.property as { name?: string } | undefined)?.name === 'meta' && given?.length === 1
  if (isMeta && callee !== undefined) {
    const schema = callee.object as Node
    return [...findMetaCalls(schema), { start: schema.end, end: node.end }]
  }
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child === 'object' && child !== null && 'type' in child)
    .flatMap(findMetaCalls)
}
