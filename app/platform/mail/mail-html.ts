import { type SafeHtml, safeHtml } from '#app/platform/lib/html.ts'
import { themeColor } from '#app/platform/lib/theme-colors.ts'

import type { LabeledLink, MailLayout } from './render-mail.ts'

/** Renders the mail as HTML: one column, with inline styles because many mail programs drop style sheets. */
export function renderMailHtml(content: MailLayout): string {
  const { locale, dir, subject, appName, footer } = content
  return safeHtml`<!doctype html>
<html lang="${locale}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
${darkModeCss}
</head>
<body class="surface" style="${bodyStyle}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:start">
${appName && safeHtml`<tr><td class="ink" style="padding:0 4px 16px;${textStyle};font-size:15px;font-weight:600">${logo}${appName}</td></tr>`}
<tr><td class="raised line" style="${cardStyle}">${mailBody(content)}</td></tr>
<tr><td class="muted" style="padding:16px 4px 0;${mutedStyle}">${footer}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.source
}

function mailBody(content: MailLayout): SafeHtml {
  const { heading, paragraphs, button, code, details = [], notMeNote, copyLinkHint } = content
  return safeHtml`
<h1 class="ink" style="margin:0 0 16px;${textStyle};font-size:21px;line-height:28px;font-weight:600">${heading}</h1>
${paragraphs.map((text) => safeHtml`<p class="ink" style="${paragraphStyle}">${text}</p>\n`)}${button && buttonBlock(button, copyLinkHint)}${code && codeBlock(code)}
${details.length > 0 && safeHtml`<table class="line" cellpadding="0" cellspacing="0" style="${detailTableStyle}">${details.map(detailRow)}</table>`}
${notMeNote && safeHtml`<div class="line muted" style="${notMeStyle}">${notMeHtml(notMeNote)}</div>`}
`
}

function buttonBlock({ label, url, showUrl }: LabeledLink, copyLinkHint: string): SafeHtml {
  return safeHtml`
<p style="margin:24px 0"><a class="button" href="${url}" style="${buttonStyle}">${label}</a></p>${
    showUrl === true &&
    safeHtml`
<p class="muted" style="margin:0 0 16px;${mutedStyle}">${copyLinkHint}<br><a class="muted" href="${url}" dir="ltr" style="color:${muted.light};word-break:break-all">${url}</a></p>`
  }`
}

function codeBlock({ hint, digits, warning }: NonNullable<MailLayout['code']>): SafeHtml {
  return safeHtml`
<p class="ink" style="${paragraphStyle}">${hint}</p>
<p class="ink line" dir="ltr" style="${codeStyle}">${digits}</p>
<p class="muted" style="margin:0 0 16px;${mutedStyle}">${warning}</p>`
}

function detailRow([label, value]: readonly [string, string]): SafeHtml {
  return safeHtml`
<tr><th class="muted" scope="row" style="${detailCellStyle};${mutedStyle};font-weight:400;white-space:nowrap">${label}</th><td class="ink" dir="auto" style="${detailCellStyle};${textStyle};width:100%;font-size:13px;line-height:20px;white-space:pre-line">${value}</td></tr>`
}

function notMeHtml(notMeNote: NonNullable<MailLayout['notMeNote']>): SafeHtml {
  if (typeof notMeNote === 'string') return safeHtml`${notMeNote}`
  const { text, label, url } = notMeNote
  return safeHtml`<p style="margin:0 0 12px">${text}</p><a class="ink edge" href="${url}" style="${borderedButtonStyle}">${label}</a>`
}

const surface = themeColor('surface')
const raised = themeColor('raised')
const line = themeColor('line')
const ink = themeColor('ink')
const muted = themeColor('muted')
const accent = themeColor('accent')
const onAccent = themeColor('on-accent')

const fontStyle = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"
const bodyStyle = `margin:0;padding:0;background:${surface.light};${fontStyle}`
const textStyle = `color:${ink.light}`
const mutedStyle = `color:${muted.light};font-size:13px;line-height:20px`
const cardStyle = `padding:32px;background:${raised.light};border:1px solid ${line.light};border-radius:12px`
const paragraphStyle = `margin:0 0 16px;${textStyle};font-size:15px;line-height:24px`
const buttonStyle = `display:inline-block;padding:12px 20px;border-radius:8px;background:${accent.light};color:${onAccent.light};font-size:15px;line-height:20px;font-weight:600;text-decoration:none`
const borderedButtonStyle = `display:inline-block;padding:9px 16px;border:1px solid ${muted.light};border-radius:8px;${textStyle};font-size:15px;line-height:20px;font-weight:600;text-decoration:none`
const codeStyle = `display:inline-block;margin:0 0 16px;padding:12px 20px;border:1px solid ${line.light};border-radius:8px;${textStyle};font-size:28px;line-height:36px;font-weight:600;letter-spacing:6px;font-variant-numeric:tabular-nums`
const detailTableStyle = `width:100%;margin:8px 0 16px;border-top:1px solid ${line.light}`
const detailCellStyle =
  'padding:8px 16px 0 0;text-align:start;vertical-align:top;overflow-wrap:anywhere'
const notMeStyle = `margin-top:24px;padding-top:16px;border-top:1px solid ${line.light};${mutedStyle}`

// The mark of web/components/Logo.tsx, drawn with boxes: many mail programs drop SVG, and block images until asked.
const logo = safeHtml`<span class="button" dir="ltr" style="display:inline-block;width:16px;height:19px;margin-inline-end:8px;border-radius:8px 8px 0 0;background:${accent.light};vertical-align:-3px;text-align:left"><span class="doorway" style="display:block;width:0;height:0;margin:7.5px 0 0 6px;border:solid transparent;border-width:0 0 1.5px 5.5px;border-bottom-color:${surface.light}"></span><span class="surface" style="display:block;width:5.5px;height:10px;margin-left:6px;background:${surface.light}"></span></span>`

const darkModeCss = safeHtml`<style>
:root { color-scheme: light dark }
@media (max-width: 480px) { .raised { padding: 24px 20px !important } }
@media (prefers-color-scheme: dark) {
  .surface { background: ${surface.dark} !important }
  .raised { background: ${raised.dark} !important }
  .doorway { border-bottom-color: ${surface.dark} !important }
  .line { border-color: ${line.dark} !important }
  .ink { color: ${ink.dark} !important }
  .muted { color: ${muted.dark} !important }
  .edge { border-color: ${muted.dark} !important }
  .accent { color: ${accent.dark} !important }
  .button { background: ${accent.dark} !important; color: ${onAccent.dark} !important }
}
</style>`
