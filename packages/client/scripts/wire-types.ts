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

/** The source of `wire.ts`: every named schema of the contract as a type without dependencies. */
export function createWireTypes(): string {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: (id) => `#/${id}`, unrepresentable: 'any' })
  const types = Object.entries(schemas)
    .toSorted(([name], [next]) => name.localeCompare(next, 'en'))
    .map(
      ([name, schema]) =>
        `${docOf(schema as Schema, '')}export type ${name} = ${typeOf(schema as Schema, '')}\n`,
    )
  return [HEADER, ...types].join('\n')
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
