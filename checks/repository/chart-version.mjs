// Gives the Helm chart the version of the service. `npm run version` runs it after changesets has set that.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../scripts/run.mjs'

const CHART = join(ROOT, 'deploy/helm/timezone-registry/Chart.yaml')
const { version } = JSON.parse(readFileSync(join(ROOT, 'apps/api/package.json'), 'utf8'))
const text = readFileSync(CHART, 'utf8')
writeFileSync(CHART, text.replaceAll(/^(version|appVersion): .*/gm, `$1: ${version}`))
