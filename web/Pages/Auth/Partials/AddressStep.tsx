import { Link, usePage } from '@inertiajs/react'

import type { ProviderOfDomain } from '#app/providers/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { FormContext } from '#web/components/form-context.ts'
import { Form } from '#web/components/Form.tsx'
import { ProviderButton } from '#web/components/ProviderLinks.tsx'
import { RememberCheckbox } from '#web/components/RememberCheckbox.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { AddressField } from '#web/Pages/Auth/Partials/AddressField.tsx'
import { PasskeySignIn } from '#web/Pages/Auth/Partials/PasskeySignIn.tsx'
import { route } from '#web/route.ts'

/** The address decides what comes next: a provider, or the password. */
export function AddressStep() {
  const t = useTranslation()
  return (
    <Form action={route('login.find')}>
      <AddressField />
      <RememberCheckbox />
      <Button type="submit" tone="primary" wide>
        {t('Continue')}
      </Button>
      <PasskeySignIn />
    </Form>
  )
}

export function ProviderStep({ label, href, isRequired }: ProviderOfDomain) {
  const t = useTranslation()
  const { oldInput = {} } = usePage().flash
  return (
    <div className="grid gap-4">
      <p>{t('Your address belongs to {provider}.', { provider: label })}</p>
      <FormContext value={{ id: 'home-', busy: false, errors: {}, edited: [], oldInput }}>
        <RememberCheckbox />
      </FormContext>
      <ProviderButton label={label} href={href} tone="primary" />
      <p className="flex flex-wrap gap-6 text-muted">
        <Link href={route('login')}>{t('Use another address')}</Link>
        {!isRequired && (
          <Link href={route('login', { step: 'password' })}>{t('Use your password')}</Link>
        )}
      </p>
    </div>
  )
}
