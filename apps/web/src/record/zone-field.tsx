import { Combobox } from '@base-ui/react/combobox'
import { useId } from 'react'
import { api } from '../api.ts'
import { LocalTime } from './local-time.tsx'

type ZoneFieldProps = {
  value: string
  onChange: (timezone: string) => void
  error: string | undefined
}

/** A searchable list of every zone that the service accepts. */
export function ZoneField({ value, onChange, error }: ZoneFieldProps) {
  const id = useId()
  const names = api.listZoneNames.useQuery({ queryKey: ['zone-names'], staleTime: Number.POSITIVE_INFINITY })
  // Until the names are there, the one that was chosen is.
  const items = names.data?.body ?? [value]
  return (
    <div>
      <Combobox.Root
        items={items}
        value={value}
        onValueChange={(chosen) => chosen !== null && onChange(chosen)}
        filter={matches}
        autoHighlight
      >
        <label htmlFor={id} className="mb-1 block font-medium">
          Time zone
        </label>
        <Combobox.InputGroup className="relative">
          <Combobox.Input
            id={id}
            className="field pr-11"
            placeholder="Type a city or a name, such as Lisbon"
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-note`}
          />
          <Combobox.Trigger
            aria-label="Show all time zones"
            className="absolute inset-y-0 right-0 flex w-11 cursor-pointer items-center justify-center text-slate-600 dark:text-slate-400"
          >
            <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
              <path d="M12 6H4l4 4.5z" />
            </svg>
          </Combobox.Trigger>
        </Combobox.InputGroup>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-10 outline-none">
            <Combobox.Popup className="w-(--anchor-width) max-w-(--available-width) rounded-lg border border-slate-300 bg-white shadow-lg dark:border-slate-700 dark:bg-slate-900">
              <Combobox.Empty>
                <p className="p-3 text-slate-600 dark:text-slate-400">
                  No zone has this name. Try the nearest big city.
                </p>
              </Combobox.Empty>
              <Combobox.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain py-1 outline-0 data-empty:p-0">
                {(name: string) => (
                  <Combobox.Item
                    key={name}
                    value={name}
                    className="cursor-default select-none px-3 py-2 outline-none data-highlighted:bg-indigo-600 data-highlighted:text-white data-selected:font-semibold"
                  >
                    {readable(name)}
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      <p id={`${id}-note`} className="mt-1 min-h-6 text-slate-600 text-sm dark:text-slate-400">
        {error !== undefined ? (
          <span className="text-red-700 dark:text-red-400">{error}</span>
        ) : names.isError ? (
          <>
            The list of zones did not load.{' '}
            <button type="button" className="cursor-pointer underline" onClick={() => names.refetch()}>
              Try again
            </button>
          </>
        ) : (
          <>
            It is <LocalTime timezone={value} /> there now.
          </>
        )}
      </p>
    </div>
  )
}

/** `new york` finds `America/New_York`. */
function matches(name: string, query: string): boolean {
  return readable(name).toLowerCase().includes(readable(query).trim().toLowerCase())
}

function readable(name: string): string {
  return name.replaceAll('_', ' ')
}
