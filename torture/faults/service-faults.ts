import { during, type Fault, lostConnections, slowedSome } from './fault.ts'

/** Faults in the service's own processes. */
export const SERVICE_FAULTS: readonly Fault[] = [
  {
    name: 'a process of the service is killed and restarted',
    endsProcesses: true,
    strike: async ({ instances: [instance] }, hold) => {
      instance.process.kill('SIGKILL')
      await instance.process.ended()
      await hold()
      await instance.start()
    },
    isFelt: lostConnections,
  },
  {
    name: 'one process after the other is stopped by SIGTERM and replaced',
    endsProcesses: true,
    strike: async ({ instances }) => {
      for (const instance of instances) {
        instance.process.kill('SIGTERM')
        const exit = await instance.process.ended()
        if (exit !== 0) throw new Error(`It ended with ${exit}`)
        await instance.start()
      }
    },
    isFelt: lostConnections,
  },
  {
    name: 'a process of the service is frozen',
    freezes: 'A',
    strike: ({ instances: [instance] }, hold) =>
      during(hold, {
        begin: () => instance.process.kill('SIGSTOP'),
        end: () => instance.process.kill('SIGCONT'),
      }),
    isFelt: slowedSome(500),
  },
]
