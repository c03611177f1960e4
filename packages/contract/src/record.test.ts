import { expect, test } from 'vitest'
import type * as z from 'zod'
import { changeSchema } from './change-contract.ts'
import { contract } from './contract.ts'
import { storedRecordSchema } from './record.ts'

const fieldsOf = (schema: unknown) => Object.keys((schema as z.ZodObject).shape)
// What each body has besides the record's own fields.
const FIELDS = fieldsOf(storedRecordSchema).filter(
  (field) => !['user_id', 'username', 'created_at', 'updated_at'].includes(field),
)
const without = (fields: readonly string[], ...others: string[]) =>
  fields.filter((field) => !others.includes(field)).toSorted()

test('a field of the record is in what people read of themselves, and in their export', () => {
  expect(without(fieldsOf(contract.getMe.responses[200]), 'user', 'admin')).toEqual(FIELDS.toSorted())
  const { record } = (contract.exportOwnData.responses[200] as z.ZodObject).shape
  const exported = fieldsOf((record as z.ZodNullable<z.ZodObject>).unwrap())
  expect(without(exported, 'user', 'created_at', 'updated_at')).toEqual(FIELDS.toSorted())
})

test('a field of the record that others see is in the change feed, too', () => {
  const shown = without(
    fieldsOf(contract.getTimezone.responses[200]),
    'user',
    'canonical',
    'created_at',
    'updated_at',
  )
  const [set] = changeSchema.options
  expect(without(fieldsOf(set), 'type', 'user_id', 'username', 'at')).toEqual(shown)
})

test('a field of the record can be written by /set or by a route of its own', () => {
  const routes = new Set<string>(Object.values(contract).map(({ path }) => path))
  for (const field of without(FIELDS, 'timezone'))
    expect(routes.has(`/${field}`) || fieldsOf(contract.setTimezone.body).includes(field), field).toBe(true)
})
