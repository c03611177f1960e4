// The least that Express and ts-rest can do: one route of the contract, validated, which sends the same record.
import type { AddressInfo } from 'node:net'
import { contract } from '@timezone-registry/contract'
import { createExpressEndpoints } from '@ts-rest/express'
import express from 'express'

const record = JSON.parse(JSON.parse(process.env.ANSWER ?? '{"body":"{}"}').body)
const app = express()
const { getTimezone } = contract
createExpressEndpoints({ getTimezone }, { getTimezone: async () => ({ status: 200, body: record }) }, app)
const server = app.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
