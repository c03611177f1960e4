import { readdirSync, readFileSync } from 'node:fs'
// Names its schemas in zod's registry.
import '@timezone-registry/contract'
import * as z from 'zod'

type Schema = {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  type?: string | string[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  description?: string
}

const HEADER = '// Generated from the contract by `generate`; do not edit.\n'
const KEYWORDS: Record<string, string> = { integer: 'number', null: 'null' }
const SOURCE = new URL('../src/', import.meta.url)

/** The source of `wire.ts`: the named schemas of the contract that the client uses, as types without dependencies. */
export function createWireTypes(): string {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: (id) => `#/${id}`, unrepresentable: 'any' })
  const used = findUsedNames()
  // The set grows while it is read.
  for (const name of used)
    for (const [, inner = ''] of JSON.stringify(schemas[name]).matchAll(/"\$ref":"[^"]*\/(\w+)"/g))
      used.add(inner)
  const types = [...used]
    .toSorted((name, next) => name.localeCompare(next, 'en'))
    .map((name) => {
      const schema = schemas[name] as Schema
      return `${docOf(schema, '')}export type ${name} = ${typeOf(schema, '')}\n`
    })
  return [HEADER, ...types].join('\n')
}

/** What the client's files import from `wire.ts`. */
function findUsedNames(): Set<string> {
  const files = readdirSync(SOURCE).map((file) => readFileSync(new URL(file, SOURCE), 'utf8'))
  const imports = files.flatMap((text) => [...text.matchAll(/import type \{([^}]*)\} from '.\/wire.ts'/g)])
  return new Set(imports.flatMap(([, names = '']) => names.match(/\w+/g) ?? []))
}

function typeOf(schema: Schema, indent: string): string {
  const union = schema.anyOf ?? schema.oneOf
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, '')
  if ('const' in schema) return literal(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
  if (union !== undefined) return union.map((one) => typeOf(one, indent)).join(' | ')
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ')
  if (schema.type === 'array') return `Array<${typeOf(schema.items ?? {}, indent)}>`
  if (schema.type === 'object') return objectOf(schema, indent)
  return KEYWORDS[schema.type ?? ''] ?? schema.type ?? 'unknown'
}

function objectOf({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (properties === undefined)
    return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown'}>`
  const deeper = `${indent}  `
  const members = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name)
    // `| undefined` lets callers with `exactOptionalPropertyTypes` pass a variable that is undefined.
    const type = `${typeOf(schema, deeper)}${isRequired ? '' : ' | undefined'}`
    return `${docOf(schema, deeper)}${deeper}${name}${isRequired ? '' : '?'}: ${type}\n`
  })
  return `{\n${members.join('')}${indent}}`
}

function docOf({ description }: Schema, indent: string): string {
  return description === undefined ? '' : `${indent}/** ${description} */\n`
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}
