import type { Translator } from '@foyer/i18n'

import { recoveryCodeCount } from '#app/two-factor/limits.ts'
import type { TwoFactor } from '#app/two-factor/pages.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { closeDisclosures, Disclosure, DisclosureActions } from '#web/components/Disclosure.tsx'
import { Form } from '#web/components/Form.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { lifeBuoy } from '#web/components/icons/life-buoy.ts'
import { shield } from '#web/components/icons/shield.ts'
import { Item, ItemList, ItemTitle } from '#web/components/ItemList.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { focusSection } from './focus-section.ts'
import { SecondFactors } from './SecondFactors.tsx'

const lowCodesThreshold = 3

type Props = TwoFactor & { enabledAt: string; cannotDisable: boolean; hasPassword: boolean }

/** One row for each thing: its state, then what can be done about it. */
export function TwoFactorEnabled(props: Props) {
  const { enabledAt, recoveryCodesLeft, cannotDisable, isRequired, hasPassword } = props
  const t = useTranslation()
  const date = t.date(enabledAt, { dateStyle: 'long', timeZone: useTimezone() })
  return (
    <>
      <div className="setting">
        <p className="device">
          <span className="text-accent">
            <Icon path={shield} />
          </span>
          <span>{t('On since {date}', { date })}</span>
        </p>
        {!cannotDisable && <TurnOff {...{ isRequired, hasPassword }} />}
      </div>
      {cannotDisable && (
        <p className="text-muted">
          {t('A second factor is required. Add a passkey first, then turn this one off.')}
        </p>
      )}
      {recoveryCodesLeft <= lowCodesThreshold && (
        <Alert tone="attention">
          {t("You're running out of recovery codes. Create new ones while you can still sign in.")}
        </Alert>
      )}
      <ItemList label={t('Your second factors')}>
        <SecondFactors {...props} />
        <Item
          title={<ItemTitle icon={lifeBuoy}>{t('Recovery codes')}</ItemTitle>}
          details={<span>{t.n(recoveryCodesLeft, 'One left', '{count} left')}</span>}
        >
          <NewRecoveryCodes />
        </Item>
      </ItemList>
    </>
  )
}

function turnOffText(
  t: Translator,
  { isRequired, hasPassword }: Pick<Props, 'isRequired' | 'hasPassword'>,
) {
  if (isRequired)
    return t(
      'Your authenticator app and your recovery codes will stop working. Your passkey is still asked for.',
    )
  return hasPassword
    ? t('Your password will be all it takes to sign in. Your recovery codes will stop working.')
    : t("You'll no longer be asked for a second factor. Your recovery codes will stop working.")
}

function TurnOff({ isRequired, hasPassword }: Pick<Props, 'isRequired' | 'hasPassword'>) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <Disclosure
      label={t('Turn off…')}
      accessibleLabel={t('Turn off two-factor authentication…')}
      errorBag="disableTwoFactorAuthentication"
    >
      <p>{turnOffText(t, { isRequired, hasPassword })}</p>
      <Form
        action={route('two-factor.disable')}
        method="delete"
        errorBag="disableTwoFactorAuthentication"
        confirm={confirm}
        onSuccess={() => focusSection('two-factor')}
      >
        <DisclosureActions>
          <Button type="submit" tone="danger">
            {t('Turn off two-factor authentication')}
          </Button>
        </DisclosureActions>
      </Form>
    </Disclosure>
  )
}

function NewRecoveryCodes() {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <Disclosure
      small
      label={t('New codes…')}
      accessibleLabel={t('New recovery codes…')}
      errorBag="regenerateRecoveryCodes"
    >
      <p>
        {t(
          "You'll get {count} new codes to save. The old ones work until you've saved the new ones.",
          { count: recoveryCodeCount },
        )}
      </p>
      <Form
        action={route('two-factor.regenerate-recovery-codes')}
        errorBag="regenerateRecoveryCodes"
        confirm={confirm}
        onSuccess={() => closeDisclosures('two-factor')}
      >
        <DisclosureActions>
          <Button type="submit">{t('Create new recovery codes')}</Button>
        </DisclosureActions>
      </Form>
    </Disclosure>
  )
}
