// `npm run cluster`: starts the reference cluster, prints its addresses, and stops it on Ctrl-C.
import { openReferenceCluster } from './cluster.ts'

const interrupted = Promise.withResolvers<void>()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.resolve())

await using cluster = await openReferenceCluster()
const { patroni, eu, us } = cluster
for (const { region, nginx, instances, redis, pgbouncer } of [eu, us]) {
  console.log(
    `${region.name}: ${nginx.address}, with the instances ${instances.map(({ address }) => address).join(' and ')}`,
  )
  console.log(`    ${redis.url}; PgBouncer in front of the primary at ${pgbouncer.host}`)
}
for (const { machine, address, api } of patroni.nodes)
  console.log(`${machine.name}: PostgreSQL at ${address}:5432, Patroni at ${api}`)
console.log('Press Ctrl-C to stop it.')
await interrupted.promise
