import { useTranslation } from '#web/i18n.tsx'

/** Loading placeholder. Invisible for the first 300 ms, so that fast loads do not flicker. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const t = useTranslation()
  return (
    <div className="skeleton" aria-live="polite" aria-busy="true">
      <span className="visually-hidden">{t('Loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <i key={line} />
      ))}
    </div>
  )
}
