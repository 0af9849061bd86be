import type { ReactNode } from 'react'

import { Button } from './Button.tsx'
import { Form, type FormProps } from './Form.tsx'
import { SavedMessage } from './SavedMessage.tsx'
import { Section, type SectionProps } from './Section.tsx'

interface Props extends SectionProps, FormProps {
  /** A verb and its object: "Save your name". */
  submitLabel: string
  secondaryAction?: ReactNode
  children: ReactNode
}

export function FormSection({
  id,
  title,
  description,
  submitLabel,
  secondaryAction,
  children,
  ...form
}: Props) {
  return (
    <Section id={id} title={title} description={description}>
      <Form {...form}>
        {children}
        <div className="form-actions">
          <Button type="submit" tone="primary">
            {submitLabel}
          </Button>
          {secondaryAction}
          <SavedMessage />
        </div>
      </Form>
    </Section>
  )
}
