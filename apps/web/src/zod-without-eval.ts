import { config } from 'zod'

// zod tries `new Function` for speed, and the page's Content-Security-Policy reports each try as a violation.
config({ jitless: true })
