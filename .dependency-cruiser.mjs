// Which files may import which. An import that no line allows fails `npm run check`, as does every import in a folder
// that no line names.
const FEATURES =
  'access|cli|discord|feed|health|limits|metrics|openapi|person|plugin-api|privacy|process|records|redis|zones'
const PAGES = 'everyone|invitation|meet|now|people|person|privacy'
const WEB_PARTS =
  'account|api|axis|clock|find|live|offline|preferences|query-keys|record|ribbon|selection|texts|ui|zones'
const API = `^apps/api/src/((${FEATURES}|http)/|(main|context|app|batcher|errors|deadline|semaphore|pruner|logger)[.]ts$)`
const WEB = `^apps/web/src/((${PAGES}|${WEB_PARTS})/|(main|app|api|query-keys|layout|routes)[.]tsx?$)|^apps/web/(build|worker)/`
const TESTS =
  '^apps/(api|web)/(test|scripts)/|^apps/web/playwright[.]config|^packages/(client|config|db|zones)/(test|scripts)/|[.]test[.]tsx?$|^(bench|checks|torture|examples)/'
const CONFIG = '^vitest[.]config[.]ts$|^(apps|checks|packages)/[^/]+/[^/]+[.]config[.]ts$'
const PACKAGES = '^packages/(client|config|contract|db|discord|test-servers|zones)/src/'

// [importers, what they may import]; $1 is the first group of the importer's match.
const allowed = [
  [`${API}|${WEB}|${TESTS}|${CONFIG}|${PACKAGES}|^scripts/`, 'node_modules/'],
  ['^packages/(config|contract|db|discord|test-servers|zones)/', '^packages/$1/'],
  ['^packages/discord/', '^packages/(contract|zones)/'],
  ['^packages/client/', '^packages/(client|contract)/'],
  ['^(scripts|bench|torture|examples|checks/[^/]+)/', '^$1/'],
  ['^checks/repository/', '^scripts/run[.]mjs$'],
  ['^checks/client-runtimes/', '^packages/client/test/'],
  ['^checks/openapi-tools/', '^apps/api/test/'],
  ['^checks/page-audits/', '^apps/web/src/texts/'],
  ['^checks/repository/', '^apps/web/build/oldest-browsers[.]ts$'],
  ['^(examples|apps/api/test|checks/openapi-tools)/', '^packages/client/src/|^examples/discord-js/src/'],
  [TESTS, '^packages/(contract|test-servers)/'],

  ['^apps/api/src/(main|context|app)[.]ts$', '^apps/api/(src/|package[.]json$)|^packages/config/'],
  [
    '^apps/api/src/(context|(access/(access|login/user-ids)|feed/(tail|blocking-transaction)|records/(record|search)|process/(storage|command-socket)))[.]ts$|^apps/api/src/cli/|-(store|queries)[.]ts$',
    '^packages/db/',
  ],
  [
    '^apps/api/src/(access/(access|origin|login/(discord|openid-connect))|metrics/metrics|privacy/privacy-routes|process/[^/]+)[.]ts$',
    '^packages/config/',
  ],
  [
    API,
    '^apps/api/src/(batcher|errors|deadline|semaphore|pruner|logger)[.]ts$|^packages/(contract/|zones/|db/src/database-error[.]ts$)',
  ],
  [`^apps/api/src/(${FEATURES}|http)/`, '^apps/api/src/$1/'],
  [
    `^apps/api/src/(${FEATURES})/`,
    '^apps/api/src/http/(endpoints|error-handler|express-app|negotiation|pages|problem|request|response)[.]ts$',
  ],
  [
    '^apps/api/src/(discord|feed|limits|plugin-api|privacy|records)/',
    '^apps/api/src/access/(identity|audit|origin)[.]ts$',
  ],
  ['^apps/api/src/(person|privacy)/', '^apps/api/src/records/record[.]ts$'],
  ['^apps/api/src/privacy/', '^apps/api/src/records/(record-body|registry)[.]ts$'],
  // Who sends a request is part of what the steps learn of it.
  ['^apps/api/src/http/request[.]ts$', '^apps/api/src/access/identity[.]ts$'],
  ['^apps/api/src/privacy/', '^apps/api/src/access/(cookies|sessions/(sessions|session-store))[.]ts$'],
  ['^apps/api/src/limits/', '^apps/api/src/redis/redis-pool[.]ts$'],
  ['^apps/api/src/records/', '^apps/api/src/feed/'],
  // A set checks its session in its own statement.
  ['^apps/api/src/records/record-store[.]ts$', '^apps/api/src/access/sessions/session-store[.]ts$'],
  ['^apps/api/src/(discord|plugin-api)/', '^apps/api/src/records/'],
  ['^apps/api/src/(discord|cli)/', '^packages/discord/'],
  ['^apps/api/src/process/', '^apps/api/src/(feed|health|redis)/'],
  ['^apps/api/src/metrics/', '^apps/api/src/((feed|health|records|redis)/|process/server[.]ts$)'],
  [
    '^apps/api/src/cli/',
    '^apps/api/package[.]json$|^apps/api/src/(access|feed|privacy|records|redis|zones)/|^packages/config/',
  ],
  ['^apps/api/src/cli/registry[.]ts$', '^apps/api/src/main[.]ts$'],
  ['^apps/api/src/cli/', '^apps/api/src/process/command-socket[.]ts$'],
  ['^apps/api/test/', '^apps/api/(src|test)/|^packages/(config|db|discord|zones)/'],
  [
    '^apps/api/src/.*[.]test[.]ts$',
    '^apps/api/(test/|src/(batcher|deadline|errors|semaphore|logger|http/(body|request))[.]ts$)',
  ],

  [`^apps/web/src/(${PAGES}|${WEB_PARTS})/`, `^apps/web/src/($1/|(${WEB_PARTS})(/|[.]tsx?$))`],
  ['^apps/web/src/[^/]+[.]tsx?$', '^apps/web/src/'],
  // A meeting is between the selected people.
  ['^apps/web/src/(invitation|meet)/', '^apps/web/src/people/'],
  // An invitation writes its times as Meet does.
  ['^apps/web/src/invitation/', '^apps/web/src/meet/(calendar-button|icons|use-meet-formats)[.]tsx?$'],
  // People are found by name where they are added, too.
  ['^apps/web/src/find/', '^apps/web/src/people/use-name-search[.]ts$'],
  [WEB, '^packages/(client|contract|zones)/|^virtual:'],
  ['^apps/web/(build|test|scripts|worker|(vite|vitest|playwright)[.]config)', '^apps/web/'],
  ['^apps/web/test/', '^packages/zones/'],
]

const TOOLS = `${TESTS}|^packages/test-servers/`
const forbidden = [
  ['ioredis stays in redis/', `^apps/api/src/redis/|${TOOLS}`, 'node_modules/ioredis/'],
  [
    'SQL stays in the stores',
    `^packages/db/|-(store|queries)[.]ts$|^apps/api/src/(feed/blocking-transaction|records/search)[.]ts$|${TOOLS}`,
    'node_modules/(drizzle-orm|pg)/',
  ],
  ['HTTP stays at the edge', `(?<!-store|/registry|-listeners)[.]tsx?$`, '/(express|@ts-rest)/|src/http/'],
]

export default {
  allowed: [
    { from: { path: allowed[0][0] }, to: { dependencyTypes: ['core'] } },
    ...allowed.map(([from, to]) => ({ from: { path: from }, to: { path: to } })),
  ],
  allowedSeverity: 'error',
  forbidden: [
    ...forbidden.map(([name, except, to]) => ({
      name,
      severity: 'error',
      from: { pathNot: except },
      to: { path: to },
    })),
    {
      name: 'no circles, not even of types',
      severity: 'error',
      from: { path: '^(apps|packages)/' },
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
}
