type IconProps = { isSmall?: boolean }

/** A picture beside a text that says the same, drawn in the text's colour. */
export function icon(path: string) {
  return ({ isSmall = false }: IconProps) => (
    <svg viewBox="0 0 24 24" className={isSmall ? 'icon icon-small' : 'icon'} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

export const LinkIcon = icon(
  'M10 13.5a4.5 4.5 0 0 0 6.8.5l3-3a4.5 4.5 0 0 0-6.4-6.4l-1.7 1.7M14 10.5a4.5 4.5 0 0 0-6.8-.5l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.7-1.7',
)
export const PlusIcon = icon('M12 5v14M5 12h14')
export const CloseIcon = icon('m6 6 12 12M18 6 6 18')
export const PersonIcon = icon('M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM4.5 20.5a7.5 7.5 0 0 1 15 0')
export const ShareIcon = icon(
  'M12 15V4M8 7.5 12 3.5l4 4M5 12v6a2.5 2.5 0 0 0 2.5 2.5h9A2.5 2.5 0 0 0 19 18v-6',
)
export const MoreIcon = icon('M5 12h.01M12 12h.01M19 12h.01')
export const SearchIcon = icon('M17 11a6 6 0 1 1-12 0 6 6 0 0 1 12 0ZM15.5 15.5 20 20')
