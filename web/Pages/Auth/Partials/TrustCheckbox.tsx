import { Checkbox } from '#web/components/Checkbox.tsx'
import { useTranslation } from '#web/i18n.tsx'

interface Props {
  days: number
  /** The step of the page. */
  asksFor?: 'code' | 'passkey'
}

/** Render it above the code, which is sent with its last digit. */
export function TrustCheckbox({ days, asksFor = 'code' }: Props) {
  const t = useTranslation()
  if (days === 0) return null
  return (
    <Checkbox name="trust_device">
      {asksFor === 'code'
        ? t.n(
            days,
            "Trust this device for one day: it won't ask for a code",
            "Trust this device for {count} days: it won't ask for a code",
          )
        : t.n(
            days,
            "Trust this device for one day: it won't ask for a passkey",
            "Trust this device for {count} days: it won't ask for a passkey",
          )}
    </Checkbox>
  )
}
