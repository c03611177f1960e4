// The plain service: Express, a pool of pg, one query per request; no log, limits or checks beyond those of the query.
import type { AddressInfo } from 'node:net'
import express from 'express'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = express()
app.use(express.json())
app.get('/v1/get', async (req, res) => {
  const { rows } = await pool.query({
    name: 'get',
    text: 'select * from timezones where user_id = $1',
    values: [req.query.id],
  })
  if (rows[0] === undefined) res.status(404).json({ message: 'User not found' })
  else res.json(rows[0])
})
app.post('/v1/set', async (req, res) => {
  const { user_id, username, timezone } = req.body
  const { rows } = await pool.query({
    name: 'set',
    text: 'insert into timezones (user_id, username, timezone) values ($1, $2, $3) on conflict (user_id) do update set username = excluded.username, timezone = excluded.timezone, updated_at = now() returning *',
    values: [user_id, username, timezone],
  })
  res.json(rows[0])
})
const server = app.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
