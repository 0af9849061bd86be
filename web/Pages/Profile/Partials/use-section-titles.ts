import { useTranslation } from '#web/i18n.tsx'

/** Section titles by id, in page order. */
export function useSectionTitles() {
  const t = useTranslation()
  return {
    information: t('Who you are'),
    address: t('E-mail address'),
    password: t('Password'),
    'two-factor': t('Two-factor sign-in'),
    passkeys: t('Passkeys'),
    sessions: t('Where you are signed in'),
    'data-export': t('Your data'),
    'delete-account': t('Delete the account'),
  }
}
