import * as z from 'zod'

export type Json = Record<string, unknown>

const SCHEMAS = '#/components/schemas/'

/**
 * Every named schema of the contract as JSON Schema; nested ones by reference. Requests are closed, because the service
 * refuses unknown fields; responses are open, because a later version may add fields.
 */
export function createSchemaComponents(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: (id) => `${SCHEMAS}${id}`,
    // The form on the wire: closed for a `strictObject`, open for an `object`, and before any transform.
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => tidy(jsonSchema as Json),
  })
  return Object.fromEntries(
    Object.entries(schemas)
      .toSorted(([name], [next]) => name.localeCompare(next, 'en'))
      .map(([name, { $schema, $id, ...schema }]) => [name, schema]),
  )
}

/**
 * A reference to a named schema. Throws for a schema without a name, because generated code would have to invent one;
 * the message begins with `user`, what the schema is for.
 */
export function referTo(schema: z.ZodType, user: string): Json {
  const { id } = z.globalRegistry.get(schema) ?? {}
  if (id === undefined) throw new Error(`${user} has no name: add one to its schema, with .meta({ id })`)
  return { $ref: `${SCHEMAS}${id}` }
}

/** A schema that is used only once, such as a parameter's. */
export function toInlineSchema(schema: z.ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => tidy(jsonSchema as Json),
  }) as Json
  return rest
}

function tidy(schema: Json): void {
  // `format` already states it; the pattern fills half a page, and some generators cannot compile it.
  if (schema.format === 'date-time') delete schema.pattern
  // The pattern applies to the text in the URL.
  if (schema.type === 'integer') delete schema.pattern
  // The range of a double is not a rule of the service.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if ('example' in schema) {
    schema.examples = [schema.example]
    delete schema.example
  }
}
