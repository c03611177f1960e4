import { namedSchemas } from '@timezone-registry/contract'
import * as z from 'zod'

export type Json = Record<string, unknown>

const SCHEMAS = '#/components/schemas/'

const names = new Map<unknown, string>(Object.entries(namedSchemas).map(([name, schema]) => [schema, name]))

/** Every named schema of the contract as JSON Schema; nested ones by reference. */
export function createSchemaComponents(): Json {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema as z.ZodType, { id })
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `${SCHEMAS}${id}`,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => tidy(jsonSchema as Json, zodSchema !== namedSchemas.SetTimezone),
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]),
  )
}

/** A schema of the contract by its name. Throws for one without a name: generated code would have to invent one. */
export function referTo(schema: z.ZodType): Json {
  const name = names.get(schema)
  if (name === undefined) throw new Error('A body of the contract has no name in namedSchemas')
  return { $ref: `${SCHEMAS}${name}` }
}

/** A schema that only one place uses, such as a parameter's. */
export function toInlineSchema(schema: z.ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => tidy(jsonSchema as Json, false),
  }) as Json
  return rest
}

function tidy(schema: Json, isOpen: boolean): void {
  // A later version of the service may answer more fields, and generated clients must accept them.
  if (isOpen && schema.additionalProperties === false) delete schema.additionalProperties
  // `format` already covers it; the pattern fills half a page and some generators cannot compile it.
  if (schema.format === 'date-time') delete schema.pattern
  if ('example' in schema) {
    schema.examples = [schema.example]
    delete schema.example
  }
}
