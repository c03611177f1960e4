import { usualDays } from '../clock/days.ts'
import { spanAround } from '../clock/span.ts'
import { zoneClock } from '../clock/zone-clock.ts'
import { Ribbon } from '../ribbon/ribbon.tsx'

// Six cities around the world, so that the picture shows every part of a day at any time.
const CITIES = [
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Pacific/Auckland',
]

/** The sky of six cities now, for a view that has nobody to show. `now` is in milliseconds since 1970. */
export function SkyPicture({ now }: { now: number }) {
  const span = spanAround(now)
  return (
    <div className="sky-picture relative mb-5 grid max-w-[34rem] gap-1.5 py-2" aria-hidden="true">
      {CITIES.map((city) => {
        const clock = zoneClock(city, span)
        return clock && <Ribbon key={city} clock={clock} span={span} awake={usualDays(clock, span)} />
      })}
    </div>
  )
}
