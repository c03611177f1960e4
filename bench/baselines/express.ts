// The simplest Express server: one route, one `res.json`.
import type { AddressInfo } from 'node:net'
import express from 'express'

const record = JSON.parse(process.env.ANSWER ?? '{"body":"{}"}').body
const app = express()
app.get('/v1/get', (_req, res) => {
  res.json(JSON.parse(record))
})
const server = app.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
