import { Option } from 'commander'
import { FORMATS } from './formats.ts'

/** The option `--format` of import and export. */
export function formatOption(hint: string): Option {
  return new Option('--format <format>', `${FORMATS.join(', ')}; ${hint}`).choices(FORMATS)
}
