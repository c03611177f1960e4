import { type RawAnswer, type RequestOptions, rawFetch } from './raw-request.ts'

/** Handles cookies and redirects as a browser does. */
export type BrowserSession = {
  /** The cookies that the browser would send now. */
  cookies: Map<string, string>
  fetch(url: string, options?: RequestOptions): Promise<RawAnswer>
  /** Follows redirects and returns the last answer. */
  navigate(url: string): Promise<RawAnswer & { url: string }>
}

export function createBrowserSession(): BrowserSession {
  const cookies = new Map<string, string>()
  const session: BrowserSession = {
    cookies,
    fetch: async (url, { headers, ...options } = {}) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await rawFetch(url, { ...options, headers: { ...(cookie && { cookie }), ...headers } })
      for (const line of answer.setCookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return answer
    },
    navigate: async (url) => {
      const answer = await session.fetch(url)
      const location = answer.headers.get('location')
      return location === null || answer.status !== 302
        ? { ...answer, url }
        : session.navigate(new URL(location, url).href)
    },
  }
  return session
}
