interface Props {
  /** Path data from web/components/icons: drawn by hand on a 20 by 20 grid, one file each, so that a page carries only its own. */
  path: string
  small?: boolean
}

/** Decoration only: what an icon means is always also said in words. */
export function Icon({ path, small }: Props) {
  const size = small ? '1rem' : '1.25rem'
  return (
    <svg className="icon" aria-hidden="true" width={size} height={size} viewBox="0 0 20 20">
      <path d={path} />
    </svg>
  )
}
