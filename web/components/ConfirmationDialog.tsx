import type { Translator } from '@foyer/i18n'
import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

import type { ConfirmationLevel } from '#app/confirmation-level.ts'
import type { ConfirmationMethod, ConfirmingProvider } from '#app/confirmation/pages.ts'
import { TranslatorProvider, useTranslation } from '#web/i18n.tsx'
import { fetchConfirmationStatus } from '#web/lib/confirmation-status.ts'

import { ConfirmationMethods } from './ConfirmationMethods.tsx'
import { Dialog } from './Dialog.tsx'

/** The action's label, or the form to derive it from. */
export type ActionLabelSource = string | HTMLFormElement

interface ConfirmationRequest {
  level: ConfirmationLevel
  email: string
  t: Translator
  labelSource?: ActionLabelSource | undefined
}

/** Resolves to whether the action may run. Opens a dialog if the server requires a confirmation. */
export async function requireConfirmation({
  level,
  email,
  t,
  labelSource,
}: ConfirmationRequest): Promise<boolean> {
  const status = await fetchConfirmationStatus(level)
  // If the request failed, run the action: its own error is more precise and can be retried.
  if (!status || status.confirmed) return true

  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const isConfirmed = await new Promise<boolean>((resolve) => {
    root.render(
      <TranslatorProvider value={t}>
        <ConfirmationDialog
          methods={status.methods}
          providers={status.providers}
          email={email}
          actionLabel={actionLabelOf(labelSource)}
          onClosed={resolve}
        />
      </TranslatorProvider>,
    )
  })
  // Not during the dialog's own render.
  setTimeout(() => {
    root.unmount()
    container.remove()
  })
  return isConfirmed
}

/** The label of a form is its submit button's text and its email field's value. */
function actionLabelOf(labelSource: ActionLabelSource | undefined): string | null | undefined {
  if (!(labelSource instanceof HTMLFormElement)) return labelSource
  const buttonText = labelSource.querySelector('[type=submit]')?.textContent
  const address = labelSource.querySelector<HTMLInputElement>('[name=email]')?.value
  return address ? `${buttonText}: ${address}` : buttonText
}

interface Props {
  methods: ConfirmationMethod[]
  providers: ConfirmingProvider[]
  email: string
  actionLabel: string | null | undefined
  onClosed: (isConfirmed: boolean) => void
}

/** Has its own React root, so that the page keeps its state. */
function ConfirmationDialog({ methods, providers, email, actionLabel, onClosed }: Props) {
  const t = useTranslation()
  const [isOpen, setOpen] = useState(true)
  const isConfirmed = useRef(false)

  useEffect(() => {
    // Runs after the dialog has closed and restored the focus.
    if (!isOpen) onClosed(isConfirmed.current)
  }, [isOpen, onClosed])

  function handleConfirmed() {
    isConfirmed.current = true
    setOpen(false)
  }

  return (
    <Dialog open={isOpen} onClose={() => setOpen(false)} title={t("Confirm it's you")}>
      <ConfirmationMethods
        methods={methods}
        providers={providers}
        email={email}
        actionLabel={actionLabel}
        onConfirmed={handleConfirmed}
        onCancel={() => setOpen(false)}
      />
    </Dialog>
  )
}
