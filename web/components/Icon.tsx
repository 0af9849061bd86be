interface Props {
  /** Path data from web/components/icons, on a 20 by 20 grid. One file each, so that pages load only the icons they use. */
  path: string
  small?: boolean
}

/** Decorative: always accompany it with text. */
export function Icon({ path, small }: Props) {
  const size = small ? '1rem' : '1.25rem'
  return (
    <svg className="icon" aria-hidden="true" width={size} height={size} viewBox="0 0 20 20">
      <path d={path} />
    </svg>
  )
}
