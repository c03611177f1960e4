import { config } from 'zod'

// zod probes `new Function` for speed, which the page's Content-Security-Policy reports as a violation.
config({ jitless: true })
