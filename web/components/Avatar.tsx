import type { User } from '#app/pages.ts'

type Props = Pick<User, 'name' | 'profile_photo_url'> & { size?: 'large' | 'huge' }

/** Decorative: the name is always beside it. The initials show until the photo has loaded. */
export function Avatar({ name, profile_photo_url: photo, size }: Props) {
  return (
    <span className="avatar" data-size={size} aria-hidden="true" translate="no">
      {initials(name)}
      {photo && <img src={size ? photo : photo.replace(/256$/, '96')} alt="" />}
    </span>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const firstAndLast = words.length > 1 ? [words[0], words.at(-1)] : words
  return firstAndLast
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
