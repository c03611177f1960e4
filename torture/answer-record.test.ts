import { describe, expect, test } from 'vitest'
import { createAnswerRecord } from './answer-record.ts'
import type { Answer, Kind } from './requests.ts'

const READ = JSON.stringify({ user: { username: 'a' } })

describe('the record of responses', () => {
  test.for(['set', 'delete'] as const)('counts a %s as confirmed by a 200, and by nothing else', (kind) => {
    const record = createRecord()
    record.add(asked(kind), answer(200))
    record.add(asked(kind), answer(503))
    record.add(asked(kind), { status: 'none' })
    expect(record.history.map(({ answered }) => answered)).toEqual([true, false, false])
    expect(record.writesAnswered).toEqual([{ at: 10, instance: 'A' }])
    expect(record.failures).toHaveLength(2)
  })

  test('has the value of each read that was answered, and of no other', () => {
    const record = createRecord()
    record.add(asked('read'), answer(200, { body: READ }))
    record.add(asked('read'), answer(404))
    record.add(asked('read'), answer(503))
    record.add(asked('hide'), answer(200))
    expect(record.history).toMatchObject([
      { kind: 'read', value: 'a' },
      { kind: 'read', value: undefined },
    ])
  })

  test('has what lists show of the users whose id is even, for whom a hide is a delete', () => {
    const record = createRecord()
    const asking = (kind: Kind, userId: string) => ({ ...asked(kind), userId })
    for (const userId of ['1', '2', '4']) record.add(asking('set', userId), answer(200))
    record.add(asking('hide', '4'), answer(200))
    const body = JSON.stringify({ 1: { username: 'a' }, 2: { username: 'a' } })
    record.add(asking('list', ''), answer(200, { body }))
    record.add(asking('list', ''), answer(503))
    expect(record.listed).toMatchObject([
      { kind: 'set', userId: '2', value: 'a' },
      { kind: 'set', userId: '4', value: 'a' },
      { kind: 'delete', userId: '4' },
      { kind: 'read', userId: '2', value: 'a' },
      { kind: 'read', userId: '4', value: undefined },
    ])
    expect(record.history).toHaveLength(3)
  })

  test('names what the service never promised to answer, each once', () => {
    const record = createRecord()
    record.add(asked('set'), answer(404))
    record.add(asked('read'), answer(500))
    record.add(asked('read'), answer(500))
    record.add(asked('set'), answer(503, { headers: {} }))
    record.add({ ...asked('set'), endedAt: 4100 }, answer(200))
    expect([...record.wrong]).toEqual([
      '404 to a set: ',
      '500 to a read: ',
      '503 without Retry-After',
      'an answer (200) to a set at A after 4.1 s',
    ])
  })
})

test('a response is late by what the machine has not delayed it', () => {
  const record = createRecord(() => 500)
  record.add({ ...asked('set'), endedAt: 4400 }, answer(200))
  expect([...record.wrong]).toEqual([])
  record.add({ ...asked('set'), endedAt: 4600 }, answer(200))
  expect([...record.wrong]).toEqual(['an answer (200) to a set at A after 4.6 s'])
})

function createRecord(delaySince?: (startedAt: number) => number) {
  return createAnswerRecord({ frozen: undefined, isProxied: false, ...(delaySince && { delaySince }) })
}

function asked(kind: Kind) {
  return { kind, userId: 'one', instance: 'A', startedAt: 0, endedAt: 10, value: 'a', answered: true }
}

function answer(status: number, given: Partial<Answer> = {}): Answer {
  return { status, headers: { 'retry-after': '1' }, body: '', ...given }
}
