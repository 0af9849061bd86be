import type { ReactNode } from 'react'

import { Button } from '#web/parts/Button.tsx'
import { Form, type FormProps } from '#web/parts/Form.tsx'
import { Saved } from '#web/parts/Saved.tsx'
import { Section, type SectionProps } from '#web/parts/Section.tsx'

interface Props extends SectionProps, FormProps {
  /** A verb and its object: "Save your name". */
  submit: string
  /** What stands beside the button: a way round. */
  beside?: ReactNode
  /** What is true now, and the fields to change it. */
  children: ReactNode
}

/** One thing of a settings page that is one form. */
export function FormSection({ id, title, about, submit, beside, children, ...form }: Props) {
  return (
    <Section id={id} title={title} about={about}>
      <Form {...form}>
        {children}
        <div className="form-actions">
          <Button type="submit">{submit}</Button>
          <Saved />
          {beside}
        </div>
      </Form>
    </Section>
  )
}
