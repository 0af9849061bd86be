import type { Pages } from '#app/pages.ts'
import { Plain } from '#web/Layouts/Plain.tsx'
import { LegalText } from '#web/parts/LegalText.tsx'
import { useText } from '#web/text.tsx'

export default function TermsOfService(document: Pages['TermsOfService']) {
  const t = useText()
  return <LegalText title={t('Terms of Service')} {...document} />
}

TermsOfService.layout = [Plain]
