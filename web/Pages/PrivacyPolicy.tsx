import type { Pages } from '#app/pages.ts'
import { Plain } from '#web/Layouts/Plain.tsx'
import { LegalText } from '#web/parts/LegalText.tsx'
import { useText } from '#web/text.tsx'

export default function PrivacyPolicy(document: Pages['PrivacyPolicy']) {
  const t = useText()
  return <LegalText title={t('Privacy Policy')} {...document} />
}

PrivacyPolicy.layout = [Plain]
