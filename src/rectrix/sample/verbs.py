"""The verb frames of the sample: `german | forms | english/synonym | subject | objects | flags`.

German forms are third person, preterite and participle; weak verbs need none. `an_kommen` is
separable. Objects are `A:class` (accusative), `D=prep:class` (dative; `D=@` may shift: give him a
book, give a book to him), `auf+A=for:class` (prepositional), `R:` (direction) and `L:` (location) with
the place's own prepositions; a `?` behind the classes makes an object optional.

Flags: s perfect with sein, r reflexive, t stative (no English progressive), n no passive, p takes an
adverbial of place, x the English subject is the German dative (gefallen → like), and manners that fit:
c careful, q quick or slow, l loud or quiet, g glad.
"""

VERBS = """
öffnen | | open | person | A:opening mit+D=with:tool? | cq
schließen | schließt schloss geschlossen | close/shut | person | A:opening | cl
lesen | liest las gelesen | read | person | A:document | cpqg
schreiben | schreibt schrieb geschrieben | write | person | A:document | cpq
schreiben | schreibt schrieb geschrieben | write | person | D=@:person A:document | q
kaufen | | buy/purchase | person | A:portable,clothing,vehicle,device,food | p
verkaufen | verkauft verkaufte verkauft | sell | person,group | A:vehicle,furniture,device,building,animal | p
essen | isst aß gegessen | eat | person | A:food | pqgl
trinken | trinkt trank getrunken | drink | person | A:drink | pqg
kochen | | cook/prepare | person | A:food | pg
backen | backt backte gebacken | bake | person | A:food | gp
sehen | sieht sah gesehen | see | person | A:person,animal,vehicle,building,event | tp
suchen | | look for/search for | person | A:portable,person,animal,document,clothing | p
finden | findet fand gefunden | find | person | A:portable,document,animal,clothing,topic | p
verlieren | verliert verlor verloren | lose | person | A:portable,document,clothing | p
vergessen | vergisst vergaß vergessen | forget | person | A:portable,document,topic,person | t
reparieren | | repair/fix | person | A:vehicle,device,furniture,building | cpq
bauen | | build/construct | person,group | A:building,vehicle | qp
zerstören | | destroy | disaster,person | A:building,vehicle,furniture |
malen | | paint | person | A:person,building,plant,animal | cp
waschen | wäscht wusch gewaschen | wash | person | A:vehicle,clothing,container | cq
putzen | | clean | person | A:opening,device,furniture,vehicle | c
tragen | trägt trug getragen | wear | person | A:clothing | tn
tragen | trägt trug getragen | carry | person | A:container R: | cn
bringen | bringt brachte gebracht | bring | person | D=@:person A:portable,document,drink,food | q
geben | gibt gab gegeben | give | person | D=@:person A:portable,document,food,drink |
schenken | | give | person | D=@:person A:portable,clothing,animal |
schicken | | send | person,group | D=@:person,group A:document,mail | q
zeigen | | show | person | D=@:person A:portable,document,building,vehicle | g
leihen | leiht lieh geliehen | lend | person | D=@:person A:vehicle,document,tool,clothing | g
erzählen | | tell | person | D=@:person A:geschichte |
erklären | | explain | person | D=to:person A:topic,document | c
empfehlen | empfiehlt empfahl empfohlen | recommend | person | D=to:person A:document,building,food |
verbieten | verbietet verbot verboten | ban/forbid | group | A:event,document |
helfen | hilft half geholfen | help | person | D=:person | gpn
danken | | thank | person | D=:person für+A=for:portable,event,topic? | n
glauben | | believe | person | D=:person | tn
folgen | | follow | person,animal | D=:person,vehicle,animal | sqn
begegnen | | meet/run into | person | D=:person,animal | sn
gehören | gehört gehörte gehört | belong | vehicle,building,portable,clothing,animal | D=to:person,group | tn
gefallen | gefällt gefiel gefallen | like | document,building,clothing,event,music,vehicle | D=:person | tnx
schmecken | | like | food,drink | D=:person | tnx
fehlen | | miss | kin | D=:person | tnx
ein_fallen | fällt fiel gefallen | think of | topic | D=:person | stnx
warten | | wait/await! | person | auf+A=for:vehicle,person,event,document,train | pln
denken | denkt dachte gedacht | think | person | an+A=of:person,topic,event,kin | gn
sprechen | spricht sprach gesprochen | speak/talk | person | mit+D=to:person über+A=about:topic,event | lpn
sprechen | spricht sprach gesprochen | talk/speak | person | über+A=about:topic,event,document | lpn
reden | | talk/speak/discuss! | person | über+A=about:topic,event,music | lpn
diskutieren | | argue/discuss! | person,group | über+A=about:topic,event | lpn
lachen | | laugh | person | über+A=about:topic,person,document | ln
träumen | | dream | person | von+D=of:event,vehicle,building,animal | tn
teil_nehmen | nimmt nahm genommen | take part/participate | person | an+D=in:event | gn
gratulieren | | congratulate | person | D=:person zu+D=on:erfolg | n
fragen | | ask | person | A:person nach+D=about:topic,event | ln
bitten | bittet bat gebeten | ask | person | A:person um+A=for:portable,document,demand | n
sich_erinnern | | remember!/think back!to | person | an+A=of:person,event,topic,building | rtgn
sich_freuen | | look forward!to/be happy about | person | auf+A=to:event,person | rtn
sich_ärgern | | be annoyed/be angry | person | über+A=about:topic,person,document,vehicle | rtn
sich_interessieren | | be interested | person | für+A=in:topic,music,plant,document | rtn
sich_kümmern | | take care!of/look!after | person | um+A=of:animal,person,plant,building | rgn
sich_beschweren | | complain | person | über+A=about:food,person,device,vehicle bei+D=to:person? | rln
sich_entschuldigen | | apologize | person | bei+D=to:person für+A=for:fehler | rn
sich_verlassen | verlässt verließ verlassen | rely/count | person | auf+A=on:person,kin,device,group | rtn
verlassen | verlässt verließ verlassen | leave | person | A:inplaceplain,person,group | qln
sich_vor_stellen | | imagine | person | A:reise | dtn
vor_stellen | | introduce | person | D=to:person,group A:kin | n
sich_setzen | | sit down | person | auf+A=on:seat,bench | rqn
sitzen | sitzt saß gesessen | sit | person | auf+D=on:seat,bench | pn
stehen | steht stand gestanden | stand | person,animal | L: | pn
liegen | liegt lag gelegen | lie | portable,document,clothing | auf+D=on:surface,furniture | tn
legen | | put/lay | person | A:portable,document,clothing auf+A=on:surface | cq
stellen | | put/place | person | A:container auf+A=on:surface | cq
hängen | | hang | person | A:bild an+A=on:wall | c
arbeiten | | work | person | L: | qgn
arbeiten | | work | person | für+A=for:group,person | gnp
arbeiten | | work | person | bei+D=at:bank,firma | tn
wohnen | | live | person | L:home | tgn
leben | | live | person,animal | L: | tgn
bleiben | bleibt blieb geblieben | stay/remain | person | L: | sn
schlafen | schläft schlief geschlafen | sleep | person,animal | auf+D=on:seat,bench? | pln
spielen | | play | kind,animal | L: | gln
spielen | | play | person | A:instrument | lgp
singen | singt sang gesungen | sing | person | A:lied | lgp
hören | | listen!to/hear! | person | A:music | gpn
tanzen | | dance | person | mit+D=with:person | gpn
lernen | | learn/study | person | A:language | qgp
unterrichten | | teach | person | A:person in+D=in:language? | gp
verstehen | versteht verstand verstanden | understand | person | A:document,topic,person | tn
kennen | kennt kannte gekannt | know | person | A:person,building,document,music | tn
lieben | | love | person | A:kin,animal,music,plant | tn
hassen | | hate | person | A:clothing,weatherthing,drink,topic | tn
besuchen | | visit | person | A:person,kin,building,castle | gq
treffen | trifft traf getroffen | meet | person | A:person,kin | p
ein_laden | lädt lud geladen | invite | person,group | A:person,kin zu+D=to:event | g
an_rufen | ruft rief gerufen | call/phone | person | A:person,kin,group | qg
ab_holen | | pick ~up | person | A:person,kin,mail | p
mit_nehmen | nimmt nahm genommen | take ~along | person | A:portable,animal,clothing,kin | g
mit_bringen | bringt brachte gebracht | bring ~along | person | A:portable,food,drink,animal | g
ein_packen | | pack ~up/pack | person | A:clothing,portable,document | cq
aus_packen | | unpack | person | A:container,portable | cq
an_machen | | turn ~on/switch ~on | person | A:device | q
aus_schalten | | turn ~off/switch ~off | person | A:device | q
auf_räumen | | tidy ~up/clean ~up | person | A:zimmer | gq
zurück_geben | gibt gab gegeben | give ~back/return | person | D=to:person A:portable,document,tool | q
weg_werfen | wirft warf geworfen | throw ~away | person | A:portable,document,clothing,food |
auf_schreiben | schreibt schrieb geschrieben | write ~down | person | A:topic,geschichte | cq
vor_lesen | liest las gelesen | read aloud | person | D=to:person A:document | l
vor_bereiten | bereitet bereitete bereitet | prepare | person,group | A:event,document | c
ab_sagen | | cancel/call ~off | person,group | A:event | q
statt_finden | findet fand gefunden | take place | event | L: | tn
an_fangen | fängt fing gefangen | begin/start | event | | tn
beginnen | beginnt begann begonnen | begin/start | event | L: | tn
auf_hören | | stop/end | event,weatherthing | | n
auf_stehen | steht stand gestanden | get up | person | | sqn
ein_schlafen | schläft schlief geschlafen | fall asleep | person,animal | auf+D=on:seat,bench? | snp
auf_wachen | | wake up | person | | sn
an_kommen | kommt kam gekommen | arrive | person,vehicle,train | L:atplace | sn
ab_fahren | fährt fuhr gefahren | leave/depart | vehicle,train | | sn
weg_laufen | läuft lief gelaufen | run away | person,animal | | sn
zurück_kommen | kommt kam gekommen | come back/return | person | | sqn
um_ziehen | zieht zog gezogen | move | person | in+A=to:stadt | sn
ein_steigen | steigt stieg gestiegen | get/climb | person | in+A=into:bus | sqn
aus_steigen | steigt stieg gestiegen | get | person | aus+D=out of:bus | sqn
spazieren | spaziert spazierte spaziert | stroll/walk | person | L: | sgn
gehen | geht ging gegangen | go/walk | person | R: | sqn
fahren | fährt fuhr gefahren | go/travel | person | mit+D=by~:vehicleby R: | sqn
fahren | fährt fuhr gefahren | go/drive | person | R: | sqn
fliegen | fliegt flog geflogen | fly | vogel | über+A=over:building,wald | sqn
laufen | läuft lief gelaufen | run | person,animal | R: | sqn
kommen | kommt kam gekommen | come | person,vehicle | aus+D=from:stadt | sn
reisen | | travel | person | R: | sgn
fallen | fällt fiel gefallen | fall | portable,document | von+D=off:surface,furniture | sn
klettern | | climb | person,animal | auf+A=onto/up:wall,onberg | sqn
schwimmen | schwimmt schwamm geschwommen | swim | person,animal | in+D=in:fluss | sqgn
bezahlen | bezahlt bezahlte bezahlt | pay/pay!for | person,group | A:money | qn
sparen | | save | person | A:geld für+A=for:vehicle,event,device | n
verdienen | verdient verdiente verdient | earn | person | A:geld | pn
lösen | | solve | person,group | A:problem | q
verhindern | | prevent | person,group | A:event,crime,disaster | n
ab_lehnen | | reject/turn ~down | person,group | A:plan,antrag | q
an_nehmen | nimmt nahm genommen | accept | person,group | A:plan,antrag,portable | g
unterstützen | | support | person,group | A:plan,group,person | g
kritisieren | | criticize | person,group | A:plan,group,person,topic | l
untersuchen | | examine | person | A:person,animal,topic | c
besprechen | bespricht besprach besprochen | discuss/talk!about | person | A:topic,plan mit+D=with:person | cl
beantworten | | answer/reply!to | person | A:frage | q
versprechen | verspricht versprach versprochen | promise | person | D=:person A:portable,geld,animal | n
unterschreiben | unterschreibt unterschrieb unterschrieben | sign | person | A:document,deal | q
übersetzen | | translate | person | A:document in+A=into~:intolanguage | cq
gewinnen | gewinnt gewann gewonnen | win | person,mannschaft | A:tournament | n
verpassen | verpasst verpasste verpasst | miss | person | A:vehicle,event,train | n
überholen | | overtake/pass | vehicle,fahrer | A:vehicle | q
begraben | begräbt begrub begraben | bury | person | A:animal L: |
füttern | | feed | person | A:animal mit+D=with:food? | gp
beißen | beißt biss gebissen | bite | hund | A:person,animal |
fangen | fängt fing gefangen | catch | animal,person | A:animal | pq
jagen | | chase/hunt | animal | A:animal | p
stehlen | stiehlt stahl gestohlen | steal | person | D=from:person A:portable,vehicle,document |
verhaften | verhaftet verhaftete verhaftet | arrest | polizei | A:dieb | q
retten | | save/rescue | person | A:person,animal aus+D=from:disaster? | q
heilen | | cure/heal | arzt | A:illness | q
leiden | leidet litt gelitten | suffer | person | unter+D=from:weatherthing,stress | tn
sterben | stirbt starb gestorben | die | person,animal | an+D=of:illness | sn
pflanzen | | plant | person | A:plant | cp
gießen | gießt goss gegossen | water | person | A:plant | p
pflücken | | pick | person | A:plant | p
schneiden | schneidet schnitt geschnitten | cut | person | A:food mit+D=with:tool? | cq
füllen | | fill | person | A:container mit+D=with:drink | c
verstecken | versteckt versteckte versteckt | hide | person | A:portable,geld L: | q
beobachten | beobachtet beobachtete beobachtet | watch/observe | person,animal | A:animal,person,vehicle | lp
fotografieren | | photograph/take pictures!of | person | A:building,animal,person,plant | p
entdecken | entdeckt entdeckte entdeckt | discover | person | A:fehler,building,insel |
erfinden | erfindet erfand erfunden | invent | person | A:erfindung |
gründen | | found/establish | person,group | A:firma | n
leiten | | lead/head | person | A:group,event |
streiten | streitet stritt gestritten | argue/quarrel | person | mit+D=with:person über+A=about:topic? | ln
kämpfen | | fight | person,group | für+A=for:rechte | n
zweifeln | | doubt! | person | an+D=about:topic | tn
bestehen | besteht bestand bestanden | pass | person | A:pruefung | n
bestehen | besteht bestand bestanden | consist | made | aus+D=of:material | tn
bestehen | besteht bestand bestanden | insist | person,group | auf+D=on:demand | tn
treffen | trifft traf getroffen | make | person,group | A:entscheidung | q
stellen | | ask | person | D=:person A:frage | l
stellen | | file/make | person,group | A:antrag |
halten | hält hielt gehalten | give | person | A:rede | pl
halten | hält hielt gehalten | stop | vehicle,train | L:atplace | n
auf_geben | gibt gab gegeben | give ~up/abandon | person,group | A:hope | n
auf_geben | gibt gab gegeben | mail/post | person | A:mail L:post |
auf_heben | hebt hob gehoben | lift/repeal | group,court | A:ban | n
auf_heben | hebt hob gehoben | pick ~up | person | A:portable von+D=from:boden | q
an_ziehen | zieht zog gezogen | put ~on | person | A:clothing | q
an_ziehen | zieht zog gezogen | attract | attraction | A:attracted | n
aus_ziehen | zieht zog gezogen | take ~off | person | A:clothing | q
aus_ziehen | zieht zog gezogen | move | person | aus+D=out of:wohnung | sn
ab_schließen | schließt schloss geschlossen | lock | person | A:opening | c
ab_schließen | schließt schloss geschlossen | finish/complete | person | A:studies | g
ab_schließen | schließt schloss geschlossen | sign/conclude | person,group | A:deal |
ein_stellen | | hire/employ | group | A:worker |
ein_stellen | | adjust | person | A:device | c
ein_stellen | | stop/discontinue | group | A:production |
umgehen | umgeht umging umgangen | avoid/bypass | person,group | A:rule | n
um_gehen | geht ging gegangen | deal/handle! | person | mit+D=with:handled | cgsn
ab_nehmen | nimmt nahm genommen | take ~off | person | A:hut | n
ab_nehmen | nimmt nahm genommen | lose weight | person | | n
ab_nehmen | nimmt nahm genommen | take | person | D=from:person A:container,portable | n
sitzen | sitzt saß gesessen | sit | person | auf+D=on:bench | pn
streichen | streicht strich gestrichen | paint | person | A:bench,ceiling,opening mit+D=with:pinsel | c
auf_nehmen | nimmt nahm genommen | take ~out | person,group | bei+D=at:bank A:loan | n
überweisen | überweist überwies überwiesen | transfer | bank,person | D=to:person A:geld | q
aus_rauben | raubt raubte geraubt | rob | dieb | A:bank | n
kontrollieren | | inspect/check | group | A:bank,firma | c
besichtigen | | visit/tour | tourist | A:castle,building | g
wohnen | | live | koenig | in+D=in:castle | tn
renovieren | | renovate | group,person | A:castle,building | c
auf_brechen | bricht brach gebrochen | break ~open | dieb | A:lock | q
ölen | | oil | person | A:lock an+D=on:tuer | c
ein_bauen | | install | person | A:lock in+A=in:tuer | c
entlassen | entlässt entließ entlassen | dismiss/fire | group | A:head,worker | n
ernennen | ernennt ernannte ernannt | appoint | group | A:head |
steigen | steigt stieg gestiegen | climb | person | auf+A=up/onto:ladder | sqn
lehnen | | lean | person | A:ladder an+A=against:wall | c
machen | | make | spieler | A:move | q
nehmen | nimmt nahm genommen | take | person | A:train,vehicleby | n
fahren | fährt fuhr gefahren | go/run | train | R: | sqn
essen | isst aß gegessen | eat | person | A:pear | gq
schälen | | peel | person | A:pear,apfel mit+D=with:messer | cq
ein_schrauben | | screw ~in | person | A:bulb,screw | c
aus_wechseln | | change/replace | person | A:bulb in+D=in:lampe | q
schießen | schießt schoss geschossen | score | spieler | A:goal | q
bewachen | bewacht bewachte bewacht | guard | soldat | A:gate,castle | n
öffnen | | open | soldat | A:gate | q
zu_bereiten | bereitet bereitete bereitet | prepare/cook | koch | A:dish,food | cg
servieren | | serve | kellner | D=@:person A:dish,food,drink | q
verurteilen | | sentence/convict | court | A:dieb | n
an_erkennen | erkennt erkannte erkannt | recognize | court,group | A:demandright | n
aus_sagen | | testify | zeuge | vor+D=before:court | n
fest_ziehen | zieht zog gezogen | tighten | mechaniker | A:nutpart,screw mit+D=with:zange | c
auf_treten | tritt trat getreten | perform | band,saenger | L: | sn
spielen | | play | band | A:lied | l
binden | bindet band gebunden | tie | person | A:ribbon um+A=around:geschenk | c
streichen | streicht strich gestrichen | paint | maler | A:ceiling | c
hängen | hängt hing gehangen | hang | lampe | an+D=from:ceiling | tn
schlafen | schläft schlief geschlafen | sleep | person,animal | unter+D=under:blanket | n
falten | faltet faltete gefaltet | fold | person | A:blanket,faltbar | c
warten | | wait | kunde | an+D=at:counter | n
drücken | | press | person | A:switch | q
reparieren | | repair/fix | elektriker | A:switch | c
falten | faltet faltete gefaltet | fold | fahrer | A:map | c
zeichnen | | draw | person | A:map von+D=of:insel | c
kaufen | | buy/get | person | A:ticket für+A=for:event | q
erheben | erhebt erhob erhoben | raise | saenger | A:voice | n
ab_geben | gibt gab gegeben | cast | waehler | A:vote | n
zu_drehen | | turn ~off | person | A:tap | q
tropfen | | drip | tap | L:bad | n
krähen | | crow | rooster | L:hof | ln
schlachten | schlachtet schlachtete geschlachtet | slaughter | bauer | A:rooster,huhn | n
fallen | fällt fiel gefallen | fall | leaf | von+D=from:baum | sn
falten | faltet faltete gefaltet | fold | person | A:sheet |
"""

# Verbs whose second object is a clause: `german | forms | english | kind of clause | flags`.
CLAUSE_VERBS = """
glauben | | think/believe | dass | t
sagen | | say | dass | tl
wissen | weiß wusste gewusst | know | dass,ob,w | t
hoffen | | hope | dass | t
denken | denkt dachte gedacht | think | dass | t
behaupten | behauptet behauptete behauptet | claim/maintain | dass | t
erzählen | | say/report | dass |
fürchten | fürchtet fürchtete gefürchtet | fear/be afraid | dass | t
vermuten | vermutet vermutete vermutet | suspect/assume | dass | t
vergessen | vergisst vergaß vergessen | forget | dass | t
hören | | hear | dass | t
merken | | notice | dass | t
bedauern | bedauert bedauerte bedauert | regret | dass | t
fragen | | wonder | ob,w | r
erklären | | explain | dass,w | t
verstehen | versteht verstand verstanden | understand | w | t
"""

# Verbs with an infinitive: `german | forms | english | flags`; English always has "to".
INFINITIVE_VERBS = """
versuchen | versucht versuchte versucht | try/attempt |
beginnen | beginnt begann begonnen | begin/start |
vergessen | vergisst vergaß vergessen | forget | t
versprechen | verspricht versprach versprochen | promise |
hoffen | | hope | t
planen | | plan |
vor_haben | hat hatte gehabt | intend/plan | t
sich_weigern | | refuse | rt
sich_entscheiden | entscheidet entschied entschieden | decide | r
an_fangen | fängt fing gefangen | start/begin |
"""
