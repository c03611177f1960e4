import { icon } from '../ui/icons.tsx'

export const CopyIcon = icon(
  'M9 9h9a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2ZM4 15a1.5 1.5 0 0 1-1-1.5V5a2 2 0 0 1 2-2h8.5A1.5 1.5 0 0 1 15 4',
)

/** Beside what opens a list. */
export const ChevronIcon = icon('m6 9 6 6 6-6')

/** A month on a wall. */
export const CalendarIcon = icon(
  'M5 5.5h14a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6.5a1 1 0 0 1 1-1ZM4 10h16M8.5 3v4M15.5 3v4',
)
