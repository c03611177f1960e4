import { describe, expect, test } from 'vitest'
import { findViolations, type Operation } from './history.ts'

const GRACE = { graceMilliseconds: 100 }

describe('a history', () => {
  test('of a read between two sets may show the first', () => {
    expect(violations(set('a', 0, 10), read('a', 20, 30), set('b', 40, 50))).toEqual([])
  })

  test('of a read during a set may show either', () => {
    for (const value of ['a', 'b'])
      expect(violations(set('a', 0, 10), set('b', 20, 40), read(value, 30, 35))).toEqual([])
  })

  test('of two concurrent sets may end with either', () => {
    for (const value of ['a', 'b'])
      expect(violations(set('a', 0, 30), set('b', 10, 40), read(value, 50, 60))).toEqual([])
  })

  test('may not show what an answered set has replaced, nor what an answered delete has', () => {
    expect(violations(set('a', 0, 10), set('b', 20, 30), read('a', 40, 50))).toHaveLength(1)
    expect(violations(set('a', 0, 10), remove(20, 30), read('a', 40, 50))).toHaveLength(1)
  })

  test('may not lose an answered set', () => {
    expect(violations(set('a', 0, 10), read(undefined, 20, 30))).toHaveLength(1)
    expect(violations(read(undefined, 0, 10), set('a', 20, 30), read('a', 40, 50))).toEqual([])
  })

  test('may show a set without an answer, or never', () => {
    const lost = { ...set('b', 20, 30), answered: false }
    for (const value of ['a', 'b']) expect(violations(set('a', 0, 10), lost, read(value, 40, 50))).toEqual([])
  })

  test('may not go back from a value that somebody has read', () => {
    const lost = { ...set('b', 20, 30), answered: false }
    expect(violations(set('a', 0, 10), lost, read('b', 40, 50), read('a', 60, 70))).toHaveLength(1)
  })

  test('may not show what nobody has written, nor what is written later', () => {
    expect(violations(read('x', 0, 10))).toHaveLength(1)
    expect(violations(read('a', 0, 10), set('a', 20, 30))).toHaveLength(1)
  })

  test('may show a replaced value at another process for a while, and not for longer', () => {
    const history = [set('a', 0, 10), set('b', 20, 30)]
    expect(violations(...history, { ...read('a', 100, 110), instance: 'B' })).toEqual([])
    expect(violations(...history, { ...read('a', 140, 150), instance: 'B' })).toHaveLength(1)
    expect(violations(...history, read('a', 100, 110))).toHaveLength(1)
  })

  test('may show one for five seconds in a read that waited for PostgreSQL', () => {
    const history = [set('a', 0, 10), set('b', 20, 30)]
    const elsewhere = (startedAt: number) => ({ ...read('a', startedAt, startedAt + 300), instance: 'B' })
    expect(violations(...history, elsewhere(5_000))).toEqual([])
    expect(violations(...history, elsewhere(5_040))).toHaveLength(1)
    expect(violations(...history, read('a', 100, 400))).toHaveLength(1)
  })

  test('of one user reveals nothing about another', () => {
    expect(violations(set('a', 0, 10), { ...read(undefined, 20, 30), userId: 'other' })).toEqual([])
  })
})

function violations(...history: Operation[]) {
  return findViolations(history, GRACE)
}

function set(value: string, startedAt: number, endedAt: number): Operation {
  return { kind: 'set', value, startedAt, endedAt, userId: 'one', instance: 'A', answered: true }
}

function remove(startedAt: number, endedAt: number): Operation {
  return { ...set('', startedAt, endedAt), kind: 'delete', value: undefined }
}

function read(value: string | undefined, startedAt: number, endedAt: number): Operation {
  return { ...set('', startedAt, endedAt), kind: 'read', value }
}
