/**
 * Words that tell of a category, in stems' plain forms: what tells it almost by itself first, what only leans to it second.
 * Each line may be read and argued with; no text of anybody's is in it.
 */
import type { Category } from '../../../contract/fields.ts';

export const categoryWords: Record<Exclude<Category, 'other'>, { sure: string; leaning: string }> = {
  coding: {
    sure: `typescript javascript python java golang rust swift kotlin dotnet csharp cpp php perl ruby clojure scala
      elixir haskell react vue angular svelte solidjs nextjs nestjs django flask fastapi rails laravel expo
      flutter nodejs express refactor debug compiler sdk codebase repository programming programmer linter
      eslint unittest tdd pytest jest xunit playwright cypress git github gitlab commit worktree changelog
      javadoc regex microservice backend frontend langchain langgraph dspy rag subagent claude copilot cursor
      codex openclaw vscode npm monorepo graphql async concurrency 测试 代码 编程 重构 架构 コード テスト 코드 패턴 godot gdscript
      unity unreal webgl glsl shader opengl cuda electron aspnet blazor xcode swiftui android ios wasm
      webassembly webpack vite babel jquery wordpress drupal hotkey api apis endpoint openapi
       pr rfc prs stacktrace algorithm compilers gpu kernel vue3 nuxt prisma orm drizzle symfony
      quarkus gradle maven cmake bazel 开发 前端 后端 接口 调试 仓库 智能体 開発 プログラミング 개발`,
    leaning: `code developer development software library catalog harness keyboard shortcut localization fix framework test
      testing pattern implementation component integration function class module build cli command server app
      application agent prompt llm model pull request specification architecture architect feature flag
      package plugin hook webhook error bug issue review engineer engineering embedding eval mcp windows
      desktop web engine environment variable setting handler workflow game`,
  },
  data: {
    sure: `dataset dataframe pandas sql sqlite postgresql postgres mysql mongodb database etl warehouse spark bigquery
      snowflake dbt csv parquet statistics statistical regression dashboard visualization visualize plot chart
      scraper scraping duckdb supabase redis elasticsearch vector jupyter notebook tableau powerbi streamlit
      数据库 数据 sklearn scikit pytorch tensorflow keras xgboost classifier classification clustering ml mlops
      huggingface finetune finetuning datasets d3 d3js echarts plotly matplotlib seaborn kaggle census
      microdata crawler scrape 统计 图表 可视化 爬虫 分析 分析数据 データ 데이터 datos dados daten données`,
    leaning: `data query analytics analysis table schema index metric tracking spreadsheet extract pipeline figure series
      model training train trainer machine survey`,
  },
  design: {
    sure: `design designer ui ux figma typography animation css tailwind wireframe mockup aesthetic layout responsive
      color palette logo icon brand illustration microcopy accessibility 设计 three threejs 3d uiux blender
      sketch canva poster infographic webgl 界面 配色 海报 图标 デザイン diseño`,
    leaning: `visual interface style component visually grid theme creative beautiful frontend art diagram flowchart scene
      effect`,
  },
  devops: {
    sure: `kubernetes docker dockerfile container terraform ansible helm deploy deployment observability monitoring
      incident otel postmortem runbook sre nginx cicd devops kubectl prometheus grafana telemetry trace
      tracing firmware switch router vpn uptime infrastructure ci rollback provisioning homelab systemd itsm
      outage failover 部署 运维 serverless lambda dynamodb pulumi cloudformation heroku vercel netlify cloudflare
      digitalocean ec2 eks bgp ospf mpls traceroute sdwan topology vlan dns firewall datadog
      dynatrace splunk sentry appinsights jenkins argocd 监控 容器 集群 日志 服务器`,
    leaning: `server cluster cloud aws azure gcp log logs metric pipeline pool ops operations network host linux backup
      health configuration ssh networking site latency`,
  },
  documents: {
    sure: `pdf docx powerpoint pptx slide slides presentation xlsx excel latex ocr epub beamer 文档 幻灯片 visio mermaid
      flowchart spreadsheet officecli gdoc 表格 合同 资料 資料`,
    leaning: `document docs markdown word template convert conversion page file table text format letter form sheet deck
      diagram office`,
  },
  education: {
    sure: `teach teacher teaching student lesson course curriculum quiz flashcard tutor tutoring homework classroom
      learner exam syllabus school pedagogy kindergarten language-learning 教学 学习 课程 学生 考试 老师 练习 教育 学習 授業`,
    leaning: `learn learning explain exercise practice study concept beginner tutorial`,
  },
  finance: {
    sure: `finance financial stock invest investor investment portfolio trading trader trade accounting invoice tax
      budget expense valuation bank banking payment payments crypto bitcoin ethereum wallet ledger revenue
      payroll dcf equity fundraising pricing loan mortgage xero quickbooks 股票 金融 投资 solana defi usdc
      blockchain web3 nft onchain coin coinbase coinmarketcap binance forex bookkeeping accountant
      monetization appraisal 财务 记账 支付 交易 基金 货币 发票 税务 finanzas finanças imóveis imoveis`,
    leaning: `market price transaction billing cost fund money currency deal token risk yield`,
  },
  health: {
    sure: `health medical medicine patient clinical clinic doctor disease diagnosis fda ema drug drugs hospital nutrition
      fitness workout exercise sleep wellness therapy mental iso13485 hipaa fhir symptom diet regulatory qms
      meditation mindfulness weightloss calorie calories pharmacology pharmacy dosing nurse yoga
      健康 医疗 减肥 饮食 营养 运动 睡眠 疾病 药物 症状 代谢 salud saúde`,
    leaning: `trial trials risk safety body food weight care adverse quality`,
  },
  marketing: {
    sure: `marketing seo cro campaign advertising ads ad brand instagram tiktok twitter linkedin facebook newsletter
      audience funnel conversion lead leads crm sales prospect outreach copywriting landing launch growth
      influencer ecommerce shopify competitor competitors competitive positioning psychographic paywall churn
      upsell tam hubspot salesforce 营销 文案 推广 广告 品牌 运营 电商 小红书 公众号 抖音 种草 roi influencers metaads klaviyo
      mailchimp geo serp`,
    leaning: `customer market social post product strategy content user community engagement hashtag territorial article
      email contact optimize activation onboarding`,
  },
  media: {
    sure: `video audio music image images photo podcast song film movie subtitle subtitles ffmpeg youtube spotify voice
      speech tts transcription transcribe stream streaming obs camera sound playlist gif meme render thumbnail
      mp3 mp4 stt 视频 音乐 图片 音频 图像 语音 字幕 剪辑 播客 照片 配音 封面 動画 音声 画像 storyboard cinematic`,
    leaning: `media generate playback record recording clip scene player track`,
  },
  productivity: {
    sure: `calendar todo reminder reminders notion obsidian trello asana jira clickup inbox email gmail meeting notes
      schedule scheduling planner planning zapier n8n slack drive habit timer journal kanban timesheet
      whatsapp telegram messaging 日程 任务 待办 提醒 笔记 会议 邮件 日历 飞书 钉钉 会議 helpdesk`,
    leaning: `task tasks workflow plan organize manage management ticket tickets project note file contact session progress
      team user browser home meetings personal automate automation composio assistant executive`,
  },
  research: {
    sure: `research researcher paper papers literature citation citations scientific science protein molecule molecular
      gene genes genetic genomic genomics variant variants bioinformatics chemistry chemical compound
      alphafold single-cell cell biology arxiv pubmed scholar scholarly doi zotero reviewer experiment
      hypothesis uniprot smiles admet drug-likeness mutation peer systematic physics astronomy theorem
      laboratory cytometry nber wolfram tavily websearch 论文 研究 检索 preprint preprints preregistration sociology
       orcid openalex repurposing ortholog pharmacogenomics 文献 学术 科研 引用 調査`,
    leaning: `search academic evidence analysis study structure sequence source web discover journal survey model dataset`,
  },
  security: {
    sure: `security secure vulnerability vulnerabilities exploit exploitation attack attacks attacker threat malware
      ransomware phishing pentest penetration intrusion forensic forensics cve owasp siem soc osint
      reconnaissance hardening encryption cryptographic certificate tls pki secret secrets authentication
      passwordless honeypot zero-trust incident-response adversary mitre nist suricata zeek volatility codeql
      cosign dmarc spf dkim lateral abuse provenance supply-chain injection xss 安全 セキュリティ 漏洞 渗透 攻击 审计 防护 加密
      seguridad segurança`,
    leaning: `access protection risk identity authorization scan scanning trust policy key credential network control
      permission audit auditing detection detect detecting compliance`,
  },
  writing: {
    sure: `writer writing novel fiction story storytelling essay poem poetry blog blogging prose proofread proofreading
      grammar humanizer screenplay ghostwriter copyedit wordiness rewriting 写作 小说 文章 润色 改写 诗 翻訳 翻译 copyeditor`,
    leaning: `article draft style text tone voice edit editor editing character plot chapter narrative headline write`,
  },
};
