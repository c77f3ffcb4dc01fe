/**
 * Words that people use for the same thing, a line each. One of several words stands for all of them together. Each finds
 * what the others of its line find, a little below what has the word itself.
 */
export const synonyms = `
k8s, kubernetes
ppt, pptx, powerpoint, slides, slide deck, presentation
xls, xlsx, excel, spreadsheet
doc, docx, word document, word file
csv, comma separated values
tts, text to speech, speech synthesis, voiceover, read aloud
stt, asr, speech to text, speech recognition, transcription, transcribe
ocr, text recognition, optical character recognition, scanned text
db, database
postgres, postgresql, psql, pg
mongo, mongodb
js, javascript, nodejs
ts, typescript
py, python
golang, go
cpp, c plus plus
csharp, dotnet
tf, terraform
iac, infrastructure as code
gh, github
gcp, google cloud
aws, amazon web services
gcal, google calendar
repo, repository
pr, pull request, merge request
ci, continuous integration
cd, continuous deployment, continuous delivery
cicd, ci cd, pipeline
devops, operations
ai, artificial intelligence
ml, machine learning
llm, language model
nlp, natural language processing
rag, retrieval augmented generation
i18n, internationalization, internationalisation, localization, localisation, l10n, translation, translate
a11y, accessibility
ui, user interface
ux, user experience
seo, search engine optimization
api, rest api, endpoint
auth, authentication, login, sign in
2fa, mfa, two factor, totp
pwd, password
env, environment variable
config, configuration, settings
docs, documentation
readme, project description
img, image, picture, photo
pic, picture, photo
gif, animated image
vid, video, clip, movie
yt, youtube
mp3, audio
podcast, audio show
qr, qr code, qrcode, 二维码, qrコード
diagram, flowchart, chart, graph
email, e mail, mail
inbox, mailbox
sms, text message
calendar, schedule, appointment
meeting, call
todo, to do, task list, tasks
notes, note taking
resume, cv, curriculum vitae
job, hiring, recruiting, career
invoice, bill, billing
expense, spending, costs, budget
money, finance
crypto, cryptocurrency
stock, stocks, shares
tax, taxes
lawyer, legal, law
contract, agreement
translate, translation, 翻译, 翻訳
summarize, summarise, summary, tldr, 总结, 要約
weather, forecast, 天气, 天気
news, headlines, 新闻
scrape, scraping, crawl, crawler
browser, web automation
lint, linter, linting, code style
debug, debugging, troubleshoot, troubleshooting
refactor, refactoring, clean up code
perf, performance, speed
test, testing, qa
e2e, end to end
tdd, test driven
vuln, vulnerability, security hole
pentest, penetration test
regex, regular expression
cron, scheduled job
backup, restore
monitor, monitoring, observability
log, logs, logging
deploy, deployment, ship
docker, container
ssh, remote shell
recipe, cooking, cook
meal, diet, nutrition
workout, exercise, fitness, gym
trip, travel, vacation, holiday
flight, plane ticket
hotel, lodging
music, song
smart home, home automation
lights, lamp, bulb
bookmark, read later
ebook, epub, kindle
flashcard, anki, spaced repetition
paper, research article, academic paper
citation, bibliography, reference list
grammar, proofreading, proofread
blog, blog post, article
tweet, twitter
social, social media
newsletter, mailing list
crm, customer relations
ecommerce, online shop, web shop, store
map, maps, directions, navigation
screenshot, screen capture
clipboard, copy paste
zip, compress, archive
kanban, task board
wiki, knowledge base
vpn, tunnel
dns, domain name
pdf, portable document
md, markdown
html, web page, webpage
css, stylesheet
sql, database query
etl, data pipeline
viz, visualization, visualisation
3d, three dimensional
cad, technical drawing
gpu, graphics card
os, operating system
rss, feed
diff, compare
`;
