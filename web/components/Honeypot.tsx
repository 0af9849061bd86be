import { useTranslation } from '#web/i18n.tsx'

/** A field that only programs fill in: hidden from people, assistive technology, autofill and password managers. */
export function Honeypot() {
  const t = useTranslation()
  return (
    <div className="visually-hidden" aria-hidden="true" inert>
      <label>
        {t('Leave this field empty')}
        <input
          name="subject"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-bwignore
          data-lpignore="true"
          data-form-type="other"
        />
      </label>
    </div>
  )
}
