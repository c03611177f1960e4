import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { findDebianBinaries } from '@timezone-registry/test-servers/postgres-binaries'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../src/database.ts'
import { openEmbedded } from '../src/embedded-database.ts'
import { migrateToLatest } from '../src/migrate.ts'
import { openDatabase } from '../src/open-database.ts'

const OPEN = join(import.meta.dirname, 'open-embedded.ts')
const MAX_CLIENTS = 8

const directory = mkdtempSync(join(tmpdir(), 'embedded-socket-'))
const dataDir = join(directory, 'data')
const socketPath = join(dataDir, '.s.PGSQL.5432')
let database: Database
beforeAll(async () => {
  database = await openEmbedded(dataDir, undefined, { hasSocket: true })
  await migrateToLatest(database)
}, 60_000)
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true })
})

describe('a client of the socket', { timeout: 60_000 }, () => {
  test('may only be of the same user', () => {
    expect(statSync(socketPath).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir).sort()).toEqual(['.s.PGSQL.5432', 'lock', 'lock-journal', 'pgdata'])
  })

  test('has its transactions between the service’s statements, so none loses or undoes what the other was told', async () => {
    const kept = new Set<string>()
    const isLeft = new Map<string, boolean>()
    const serve = async (writer: number) => {
      for (let write = 0; write < 60; write++) {
        const id = `service-${writer}-${write}`
        await set(id)
        kept.add(id)
      }
    }
    const use = async (number: number) => {
      for (let round = 0; round < 8; round++) {
        const id = `client-${number}-${round}`
        const client = await connect()
        await client.query('begin')
        await client.query(setting(id))
        expect((await client.query('select 1 from timezones where user_id = $1', [id])).rowCount).toBe(1)
        const end = ['commit', 'rollback', 'killed', 'fails'][(number + round) % 4]
        if (end === 'fails') await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero')
        if (end === 'killed') socketOf(client).destroy()
        else {
          await client.query(end === 'fails' ? 'commit' : (end ?? ''))
          await client.end()
        }
        isLeft.set(id, end === 'commit')
      }
    }
    await Promise.all([serve(1), serve(2), serve(3), use(0), use(1), use(2), use(3)])
    expect(isLeft.size).toBe(32)
    for (const [id, isThere] of isLeft) if (isThere) kept.add(id)
    const { rows } = await database.withConnection((query) =>
      query("select user_id from timezones where user_id ~ '^(service|client)-'"),
    )
    expect(new Set(rows.map(({ user_id }) => user_id))).toEqual(kept)
  })

  test('that keeps a transaction open is told so after two seconds, and the service writes in between', async () => {
    const client = await connect()
    const ended = once(client, 'error')
    await client.query('begin')
    await client.query(setting('held'))
    const first = await Promise.race([database.ping().then(() => 'the database is healthy'), ended])
    expect(first).toBe('the database is healthy')
    await set('meanwhile')
    expect(await ended).toMatchObject([{ code: '25P04', severity: 'FATAL' }])
    expect(await find('held', 'meanwhile')).toEqual(['meanwhile'])
  })

  test('is killed in a transaction, which is rolled back', async () => {
    const script = `const pg = require('pg'); (async () => {
      const client = new pg.Client({ host: process.argv[1], user: 'postgres', database: 'postgres' })
      await client.connect()
      await client.query('begin')
      await client.query("${setting('orphan')}")
      process.stdout.write('open')
    })()`
    const child = spawn(process.execPath, ['--eval', script, dataDir], { cwd: import.meta.dirname })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await set('survivor')
    expect(await find('orphan', 'survivor')).toEqual(['survivor'])
  })

  test('keeps what it sets for its session to itself', async () => {
    const [one, other] = [await connect(), await connect()]
    await one.query(
      "set search_path = ''; set timezone = 'Asia/Kathmandu'; set default_transaction_read_only = on",
    )
    const settings = `select current_setting('search_path') as path, current_setting('timezone') as zone, current_setting('default_transaction_read_only') as "readOnly"`
    const here = { path: '""', zone: 'Asia/Kathmandu', readOnly: 'on' }
    expect((await one.query(settings)).rows).toEqual([here])
    const elsewhere = { path: 'public', zone: expect.not.stringMatching('Kathmandu'), readOnly: 'off' }
    expect((await other.query(settings)).rows).toEqual([elsewhere])
    expect((await database.withConnection((query) => query(settings))).rows).toEqual([elsewhere])
    await one.query('set default_transaction_read_only = off')
    await one.query('create role nobody; set session authorization nobody')
    await one.end()
    expect((await other.query('select current_user, session_user')).rows).toEqual([
      { current_user: 'postgres', session_user: 'postgres' },
    ])
    await other.query('drop role nobody')
    await other.end()
  })

  test('beyond the eighth is refused, and finds a place once another one has left', async () => {
    const clients = await Promise.all(Array.from({ length: MAX_CLIENTS }, connect))
    await expect(connect()).rejects.toMatchObject({ code: '53300' })
    await clients[0]?.end()
    await expect
      .poll(() => connect().then((client) => client.end().then(() => 'connected'), String))
      .toBe('connected')
    for (const client of clients.slice(1)) await client.end()
  })

  test.for([
    ['an unknown message', [message('z', '')]],
    ['a message that does not fit', [Buffer.from([...Buffer.from('Q'), 0x7f, 0, 0, 0])]],
    ['a message without an end', [message('Q', 'select 1')]],
    ['an invalid length', [Buffer.from([...Buffer.from('Q'), 0xff, 0xff, 0xff, 0xff])]],
    ['a copy from it', [message('Q', 'copy timezones from stdin\0')]],
    ['a program', [message('Q', "copy timezones to program 'ls'\0")]],
    ['another encoding', [message('Q', "set client_encoding to 'latin1'; select 'ä'\0")]],
    ['another encoding by its standard name', [message('P', "\0set names 'latin1'\0\0\0")]],
    [
      'a transaction that it never ends, without waiting for responses',
      [
        message('P', '\0begin\0\0\0'),
        message('B', '\0'.repeat(8)),
        message('E', '\0'.repeat(5)),
        message('H', ''),
      ],
    ],
  ] as const)('that sends %s leaves the service as it was', async ([, messages]) => {
    const socket = await connectRaw()
    for (const bytes of messages) socket.write(bytes)
    await once(socket, 'data')
    await set('still here')
    socket.destroy()
    expect(await find('still here')).toEqual(['still here'])
  })

  test('that sends half a message does not keep the service waiting', async () => {
    const socket = await connectRaw()
    socket.write(message('Q', `${setting('half')}\0`).subarray(0, 20))
    await set('whole')
    socket.destroy()
    expect(await find('half', 'whole')).toEqual(['whole'])
  })

  test('that never reads does not keep the service waiting', async () => {
    const socket = await connectRaw()
    socket.pause()
    for (let times = 0; times < 20; times++)
      socket.write(message('Q', "select repeat('x', 1000) from generate_series(1, 1000)\0"))
    await set('not waiting')
    expect(await find('not waiting')).toEqual(['not waiting'])
    socket.destroy()
  })

  test('that asks for more than fits in memory is told so', async () => {
    const client = await connect()
    const query = client.query("select repeat('x', 1000000) from generate_series(1, 200)")
    await expect(query).rejects.toMatchObject({ code: '54000' })
    expect(await find('nobody')).toEqual([])
  })

  test('makes the service forget what it has cached, before it knows the outcome itself', async () => {
    let isTold = false
    database.onOthersUse(() => {
      isTold = true
    })
    const client = await connect()
    await client.query(setting('changed outside'))
    expect(isTold).toBe(true)
    await client.end()
  })

  const dumping = findDebianBinaries(['pg_dump', 'pg_restore']) ?? ''
  // Those of an older version refuse to read from a newer one.
  test.skipIf(!/\/(?:1[89]|[2-9]\d)\/bin$/.test(dumping))(
    'may be pg_dump of the same version, whose dump a server restores',
    async () => {
      await using postgres = await startTestPostgres()
      const file = join(directory, 'dump')
      const run = (program: string, ...args: string[]) => promisify(execFile)(join(dumping, program), args)
      await run('pg_dump', `--host=${dataDir}`, '--username=postgres', '--format=custom', `--file=${file}`)
      await run('pg_restore', '--no-owner', '--exit-on-error', `--dbname=${postgres.url}`, file)
      const client = new pg.Client(postgres.url)
      await client.connect()
      const count = 'select count(*)::int as count from timezones'
      const there = (await client.query(count)).rows
      await client.end()
      expect(there).toEqual((await database.withConnection((query) => query(count))).rows)
    },
  )

  const psql = findDebianBinaries(['psql'])
  test.skipIf(psql === undefined)('may be psql', async () => {
    const { stdout } = await promisify(execFile)(join(psql ?? '', 'psql'), [
      `--host=${dataDir}`,
      '--username=postgres',
      '--no-psqlrc',
      '--tuples-only',
      '--command=\\d timezones',
      "--command=select 'it works'",
    ])
    expect(stdout).toMatch(/user_id +\| text.*it works/s)
  })
})

describe('the embedded database', { timeout: 60_000 }, () => {
  test('is used by a command while the service runs', async () => {
    const options = {
      url: undefined,
      dataDir,
      poolSize: 10,
      durability: 'checked',
      onConnectionError: () => {},
    } as const
    await expect(openDatabase(options)).rejects.toThrow(/Another process is using the data directory/)
    await using command = await openDatabase({ ...options, hasSocket: true, joinsService: true })
    expect(command).toMatchObject({ isServer: false, warnings: [] })
    await command.drizzle.execute(sql.raw(setting('by a command')))
    expect(await find('by a command')).toEqual(['by a command'])
    expect(await migrateToLatest(command)).toEqual([])
  })

  test('replaces the socket of a killed process, and removes its own', async () => {
    const killed = join(directory, 'killed')
    const child = spawn(process.execPath, [OPEN, killed, '', 'stay', 'socket'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const stale = createConnection(join(killed, '.s.PGSQL.5432'))
    expect(await once(stale, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }])
    {
      await using _opened = await openEmbedded(killed, undefined, { hasSocket: true })
      const client = await connect(killed)
      await client.end()
    }
    expect(readdirSync(killed)).not.toContain('.s.PGSQL.5432')
  })

  test('ends its process if it fails within a statement, and loses nothing', async () => {
    const failing = join(directory, 'failing')
    const child = spawn(process.execPath, [OPEN, failing, '', 'stay', 'socket'])
    await once(child.stdout, 'data')
    const client = await connect(failing)
    await client.query('create table kept as select 1 as one')
    const exited = once(child, 'exit')
    const recursive =
      'create function f(int) returns int language plpgsql as $$ begin return f($1 + 1); end $$'
    await client.query(recursive)
    const failure = client.query('select f(1)').catch(String)
    let log = ''
    for await (const text of child.stderr) log += text
    expect([await exited, log]).toEqual([[1, null], expect.stringContaining('Start the service again.')])
    expect(await failure).toMatch(/terminated/)
    await using recovered = await openEmbedded(failing)
    const read = () => recovered.withConnection((query) => query('select one from kept'))
    expect((await read()).rows).toEqual([{ one: 1 }])
  })

  test('closes although a client that it refused stays', async () => {
    const crowded = join(directory, 'crowded')
    const opened = await openEmbedded(crowded, undefined, { hasSocket: true })
    const path = join(crowded, '.s.PGSQL.5432')
    const sockets = Array.from({ length: MAX_CLIENTS + 1 }, () =>
      createConnection({ path, allowHalfOpen: true }).on('error', () => {}),
    )
    await Promise.race(sockets.map((socket) => once(socket, 'data')))
    const closed = opened[Symbol.asyncDispose]().then(() => 'closed')
    // A refused client may otherwise stay for ten seconds.
    expect(await Promise.race([closed, sleep(9000, undefined, { ref: false })])).toBe('closed')
    for (const socket of sockets) socket.destroy()
  })

  test('opens without a socket where its path would be too long, and warns of it', async () => {
    const long = join(directory, 'x'.repeat(100))
    mkdirSync(long)
    await using opened = await openEmbedded(long, undefined, { hasSocket: true })
    expect(opened.warnings.join()).toMatch(
      /cannot use the database while.*more than 107 bytes. Choose a shorter DATA_DIR/,
    )
    await opened.ping()
  })
})

async function connect(host = dataDir): Promise<pg.Client> {
  const client = new pg.Client({ host, user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** A connection that has begun a session. */
async function connectRaw(): Promise<Socket> {
  const socket = createConnection(socketPath)
  socket.on('error', () => {})
  const start = message('', '\0\x03\0\0user\0postgres\0\0')
  socket.write(start)
  await once(socket, 'data')
  return socket
}

function socketOf(client: pg.Client): Socket {
  return (client as pg.Client & { connection: { stream: Socket } }).connection.stream
}

function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body, 'latin1')])
}

function setting(id: string): string {
  return `insert into public.timezones (user_id, username, timezone) values ('${id}', 'someone', 'Europe/Berlin')`
}

function set(id: string): Promise<unknown> {
  return database.drizzle.execute(sql.raw(`${setting(id)} on conflict (user_id) do nothing`))
}

async function find(...ids: string[]): Promise<unknown[]> {
  const { rows } = await database.withConnection((query) =>
    query('select user_id from timezones where user_id = any ($1)', [ids]),
  )
  return rows.map(({ user_id }) => user_id)
}
