// The whole list as a plain service sends it: all rows read, serialised and compressed for each request.
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import express from 'express'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = express()
app.get('/v1/list', async (req, res) => {
  const { rows } = await pool.query('select user_id, username, timezone from timezones')
  const json = JSON.stringify(Object.fromEntries(rows.map(({ user_id, ...record }) => [user_id, record])))
  if (req.acceptsEncodings('gzip') !== 'gzip') res.type('json').send(json)
  else
    res
      .type('json')
      .set('Content-Encoding', 'gzip')
      .end(await promisify(gzip)(json))
})
const server = app.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
