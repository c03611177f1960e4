import { expect, test } from 'vitest'
import { badgeCodes, embedCodes } from './share-person.tsx'

const ORIGIN = 'https://time.example'

test('the badge links to the page in each format', () => {
  const codes = badgeCodes({ origin: ORIGIN, userId: '1', title: 'nelly’s local time' })
  expect(codes.map(({ code }) => code)).toEqual([
    '[![nelly’s local time](https://time.example/badge/1.svg)](https://time.example/u/1)',
    '<a href="https://time.example/u/1"><img src="https://time.example/badge/1.svg" alt="nelly’s local time"></a>',
    '[url=https://time.example/u/1][img]https://time.example/badge/1.svg[/img][/url]',
  ])
})

test('no id and no name ends a code early', () => {
  const nasty = { origin: ORIGIN, userId: `a/b)]"'><`, title: `"]) <script>` }
  const [markdown, html, bbcode] = badgeCodes(nasty).map(({ code }) => code)
  const id = '~612f62295d22273e3c'
  expect(markdown).toBe(
    String.raw`[!["\]) \<script\>](https://time.example/badge/${id}.svg)](https://time.example/u/${id})`,
  )
  expect(html).toContain('alt="&quot;]) &lt;script&gt;"')
  expect(bbcode).toBe(
    `[url=https://time.example/u/${id}][img]https://time.example/badge/${id}.svg[/img][/url]`,
  )
  expect(embedCodes(nasty)[0]?.code).toContain(`src="https://time.example/embed/${id}" title="&quot;]) &lt;`)
})
