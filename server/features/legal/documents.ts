// Terms, privacy, refunds and help: Markdown files that the operator edits, or the default texts.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import markdownIt from 'markdown-it'
import { parse, YAMLParseError } from 'yaml'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import { OperatorError } from '#server/log.ts'
import {
  DOCUMENTS,
  type DocumentName,
  type LegalDocument,
  type LegalDocuments,
} from '#shared/visitor-page.ts'

const FrontMatter = z.strictObject({
  title: z.string().min(1),
  description: z.string().min(1),
  updated: z.iso.date(),
})

type Settings = Pick<
  Config,
  'legalDir' | 'operatorName' | 'operatorAddress' | 'platformFeePercent' | 'pastDueGraceDays'
>

/**
 * Reads all documents from LEGAL_DIR, or the default text if there is no such file. Throws `OperatorError` that names
 * the file if one can't be read or its front matter is wrong.
 */
export async function readDocuments(settings: Settings): Promise<LegalDocuments> {
  const values = valuesOf(settings)
  const read = await Promise.all(
    DOCUMENTS.map(async (name) => {
      const { file, text } = await textOf(name, settings.legalDir)
      return [name, documentOf(file, text, values)] as const
    }),
  )
  return Object.fromEntries(read) as LegalDocuments
}

/** Reads the documents once, on the first call. */
export function openDocuments(settings: Settings): () => Promise<LegalDocuments> {
  let documents: Promise<LegalDocuments> | undefined
  return () => (documents ??= readDocuments(settings))
}

/** The errors that prevent a start in production, one line for each document with blanks. */
export const blanksText = (documents: LegalDocuments): string[] =>
  DOCUMENTS.flatMap((name) => {
    const { blanks } = documents[name]
    return blanks.length === 0 ? [] : [`${name}.md has blanks to fill in: ${blanks.join('; ')}`]
  })

const DEFAULTS = join(import.meta.dirname, 'defaults')

async function textOf(name: DocumentName, dir: string | undefined): Promise<{ file: string; text: string }> {
  const own = dir === undefined ? undefined : join(dir, `${name}.md`)
  if (own !== undefined)
    try {
      return { file: own, text: await readFile(own, 'utf8') }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        throw new OperatorError(`${own} can’t be read: ${(error as Error).message}`)
    }
  const file = join(DEFAULTS, `${name}.md`)
  return { file, text: await readFile(file, 'utf8') }
}

type Values = Record<string, { setting: string; value: string | undefined }>

const valuesOf = (settings: Settings): Values => ({
  operator_name: { setting: 'OPERATOR_NAME', value: settings.operatorName },
  operator_address: { setting: 'OPERATOR_ADDRESS', value: settings.operatorAddress },
  fee_percent: { setting: 'PLATFORM_FEE_PERCENT', value: `${settings.platformFeePercent}%` },
  grace_days: { setting: 'PAST_DUE_GRACE_DAYS', value: String(settings.pastDueGraceDays) },
})

// Raw HTML is shown as text, and links with dangerous schemes stay text.
const markdown = markdownIt({ html: false, linkify: true, typographer: false })

function documentOf(file: string, text: string, values: Values): LegalDocument {
  const [, head, body] = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(text) ?? []
  if (head === undefined || body === undefined)
    throw new OperatorError(
      `${file} must begin with its front matter: title, description and updated between two lines of ---`,
    )
  const blanks: string[] = []
  const blank = (words: string) => {
    if (!blanks.includes(words)) blanks.push(words)
    return `**[${words}]**`
  }
  const filled = body
    .replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
      const known = values[name]
      if (!known)
        throw new OperatorError(`${file} uses {{${name}}}; there are ${Object.keys(values).join(', ')}`)
      return known.value ?? blank(known.setting)
    })
    .replaceAll(/\[\[\s*(.+?)\s*\]\]/g, (_, words: string) => blank(words))
  const { title, description, updated } = frontMatterOf(file, head)
  return {
    title,
    description,
    updated,
    html: markdown.render(filled),
    blanks,
    version: createHash('sha256').update(`${head}\n${filled}`).digest('hex'),
  }
}

function frontMatterOf(file: string, head: string): z.output<typeof FrontMatter> {
  try {
    return FrontMatter.parse(parse(head, { schema: 'failsafe' }))
  } catch (error) {
    if (error instanceof YAMLParseError)
      throw new OperatorError(`The front matter of ${file} isn’t YAML: ${error.message}`)
    if (!(error instanceof z.ZodError)) throw error
    const [issue] = error.issues
    throw new OperatorError(
      `The front matter of ${file} is wrong at ${issue?.path.join('.') || 'its top'}: ${issue?.message}`,
    )
  }
}
