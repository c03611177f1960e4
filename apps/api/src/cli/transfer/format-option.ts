import { Option } from 'commander'
import { FORMATS } from './formats.ts'

/** `--format`, which import and export share. */
export function formatOption(hint: string): Option {
  return new Option('--format <format>', `${FORMATS.join(', ')}; ${hint}`).choices(FORMATS)
}
