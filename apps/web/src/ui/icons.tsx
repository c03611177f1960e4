import type { ReactNode } from 'react'

type IconProps = { isSmall?: boolean }

/** A picture beside a text that says the same, drawn in the text's colour. */
export function Icon({ isSmall = false, children }: IconProps & { children: ReactNode }) {
  return (
    <svg viewBox="0 0 24 24" className={isSmall ? 'icon icon-small' : 'icon'} aria-hidden="true">
      {children}
    </svg>
  )
}

export const SunIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />
  </Icon>
)

export const MoonIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M20.5 14A8.7 8.7 0 0 1 10 3.5a8.7 8.7 0 1 0 10.5 10.5Z" />
  </Icon>
)

/** Somebody who has said that they are available. */
export const AvailableIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="6" fill="currentColor" />
  </Icon>
)

/** Somebody who has said that they are not. */
export const AwayIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="6" />
  </Icon>
)

export const LinkIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 13.5a4.5 4.5 0 0 0 6.8.5l3-3a4.5 4.5 0 0 0-6.4-6.4l-1.7 1.7M14 10.5a4.5 4.5 0 0 0-6.8-.5l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.7-1.7" />
  </Icon>
)

export const PlusIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 5v14M5 12h14" />
  </Icon>
)

export const CloseIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
)

export const NextIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M9 5l7 7-7 7" />
  </Icon>
)

export const SettingSunIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M2.5 17.5h19M7 21.5h10M7 17.5a5 5 0 0 1 10 0M12 3v5M9.5 6l2.5 2.5L14.5 6M4 10.5l1.6 1.4M20 10.5l-1.6 1.4" />
  </Icon>
)

export const PersonIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20.5a7.5 7.5 0 0 1 15 0" />
  </Icon>
)

export const MinusIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 12h14" />
  </Icon>
)
